import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listTracks, findVariantOfLevel, findVariantOfAudio } from './shaka-tracks.ts';

type Track = Parameters<typeof listTracks>[0][number];

/** A variant: video 1 or 2 with an audio track. */
function variant(videoId: number, audioId: number, language: string, active = false): Track {
  const fields: Partial<Track> = {
    videoId,
    audioId,
    language,
    active,
    label: null,
    audioRoles: [],
    channelsCount: 2,
    width: 640 * videoId,
    height: 360 * videoId,
    bandwidth: 500_000 * videoId,
  };
  return fields as Track;
}

const THAI_AND_ENGLISH = [
  variant(1, 11, 'th'),
  variant(2, 11, 'th', true),
  variant(1, 12, 'en'),
  variant(2, 12, 'en'),
];

test('video and audio are listed once each, however they are combined', () => {
  const { levels, audioTracks, levelId, audioTrackId } = listTracks(THAI_AND_ENGLISH);
  assert.deepEqual(
    levels.map(({ id, height }) => [id, height]),
    [
      [1, 360],
      [2, 720],
    ],
  );
  assert.deepEqual(
    audioTracks.map(({ language }) => language),
    ['th', 'en'],
  );
  assert.deepEqual([levelId, audioTrackId], [2, 0]);
});

test('bit rates of one language are one choice, and a new level keeps the language', () => {
  const variants = [...THAI_AND_ENGLISH, variant(1, 13, 'th'), variant(2, 13, 'th')];
  assert.equal(listTracks(variants).audioTracks.length, 2);
  assert.equal(findVariantOfLevel(variants, 1)?.language, 'th');
  assert.equal(findVariantOfLevel(variants, 9), null);
  assert.equal(findVariantOfAudio(variants, 1)?.language, 'en');
  assert.equal(findVariantOfAudio(variants, 2), null);
});

test('audio alone has no levels, and an unknown language no name', () => {
  const audioOnly = { ...variant(1, 11, 'und', true), videoId: null };
  const { levels, audioTracks, levelId } = listTracks([audioOnly]);
  assert.deepEqual([levels, levelId], [[], null]);
  assert.deepEqual(audioTracks, [{ id: 0, name: '', language: '' }]);
});
