import assert from 'node:assert/strict';
import { test } from 'node:test';
import words from '@kinora/i18n/en/player' with { type: 'json' };
import { INITIAL_STATE } from '../store.ts';
import { formatLevel, listSettings } from './settings-pages.ts';

const context = { words, language: 'en', options: {}, chapters: [] } as const;

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
  const names = listSettings({ ...INITIAL_STATE, levels: [level(0, 720)] }, context);
  assert.deepEqual(
    names.map(({ name }) => name),
    ['speed'],
  );
});

test('quality lists automatic first, then the highest, and says what plays', () => {
  const levels = [level(0, 360), level(1, 1080), level(2, 720)];
  const [quality] = listSettings({ ...INITIAL_STATE, levels, playingLevelId: 2 }, context);
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
  const tracks = listSettings({ ...INITIAL_STATE, audioTracks, audioTrackId: 1 }, context)[0];
  assert.deepEqual(
    tracks?.choices.map(({ label }) => label),
    ['ไทย', 'English', 'Track 3'],
  );
  assert.equal(tracks?.value, 'English');
});

test('captions can be turned off, and are named as audio is', () => {
  const captions = [
    { id: 7, name: '', language: 'th' },
    { id: 9, name: '', language: '' },
  ];
  const list = (captionsId: number | null) =>
    listSettings({ ...INITIAL_STATE, captions, captionsId }, context)[0];
  assert.deepEqual(
    list(9)?.choices.map(({ label, chosen }) => [label, chosen]),
    [
      ['Off', false],
      ['Thai', false],
      ['Track 2', true],
    ],
  );
  assert.deepEqual([list(null)?.value, list(7)?.value], ['Off', 'Thai']);
});

test('chapters come first, with where they begin and the one that plays', () => {
  const chapters = [
    { startSec: 0, title: 'Opening' },
    { startSec: 65, title: 'Middle' },
  ];
  const state = { ...INITIAL_STATE, currentTimeSec: 70, durationSec: 100 };
  const [setting] = listSettings(state, { ...context, chapters });
  assert.deepEqual([setting?.name, setting?.value], ['chapter', 'Middle']);
  assert.deepEqual(
    setting?.choices.map(({ label, note, chosen }) => [label, note, chosen]),
    [
      ['Opening', '0:00', false],
      ['Middle', '1:05', true],
    ],
  );
  assert.deepEqual(setting?.choices[1]?.request, { type: 'seekTo', timeSec: 65 });
});

test('a team can leave the choice of speed out', () => {
  const options = { speedControl: false };
  assert.deepEqual(listSettings(INITIAL_STATE, { ...context, options }), []);
});
