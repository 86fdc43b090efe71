import assert from 'node:assert/strict';
import { test } from 'node:test';
import words from '@kinora/i18n/en/player' with { type: 'json' };
import { INITIAL_STATE } from '../store.ts';
import { formatLevel, listSettings } from './settings-pages.ts';

const level = (id: number, height: number) => ({
  id,
  height,
  width: Math.round((height * 16) / 9),
  bitrateBps: height * 2000,
});

test('a level is named by its shorter side, an unknown one by its rate', () => {
  assert.equal(formatLevel(level(0, 720)), '720p');
  assert.equal(formatLevel({ id: 0, width: 720, height: 1280, bitrateBps: 1 }), '720p');
  assert.equal(formatLevel({ id: 0, width: 0, height: 0, bitrateBps: 128_000 }), '128 Kbps');
});

test('with one level and one audio track only the speed can be set', () => {
  const names = listSettings({ ...INITIAL_STATE, levels: [level(0, 720)] }, words, 'en');
  assert.deepEqual(
    names.map(({ name }) => name),
    ['speed'],
  );
});

test('quality lists automatic first, then the highest, and says what plays', () => {
  const levels = [level(0, 360), level(1, 1080), level(2, 720)];
  const [quality] = listSettings({ ...INITIAL_STATE, levels, playingLevelId: 2 }, words, 'en');
  assert.deepEqual(
    quality?.choices.map(({ label, chosen }) => [label, chosen]),
    [
      ['Auto (720p)', true],
      ['1080p', false],
      ['720p', false],
      ['360p', false],
    ],
  );
});

test('audio tracks go by their name, else the name of their language, else their number', () => {
  const audioTracks = [
    { id: 0, name: 'ไทย', language: 'th' },
    { id: 1, name: '', language: 'en' },
    { id: 2, name: '', language: '' },
  ];
  const tracks = listSettings({ ...INITIAL_STATE, audioTracks, audioTrackId: 1 }, words, 'en')[0];
  assert.deepEqual(
    tracks?.choices.map(({ label }) => label),
    ['ไทย', 'English', 'Track 3'],
  );
  assert.equal(tracks?.value, 'English');
});
