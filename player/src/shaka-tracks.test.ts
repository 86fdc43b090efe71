import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tracksOf, variantOfLevel, variantOfSound } from './shaka-tracks.ts';

type Track = Parameters<typeof tracksOf>[0][number];

/** A variant: picture 1 or 2 with a sound. */
function variant(videoId: number, audioId: number, language: string, active = false): Track {
  const fields: Partial<Track> = {
    ...{ videoId, audioId, language, active, label: null, audioRoles: [], channelsCount: 2 },
    ...{ width: 640 * videoId, height: 360 * videoId, bandwidth: 500_000 * videoId },
  };
  return fields as Track;
}

const THAI_AND_ENGLISH = [
  variant(1, 11, 'th'),
  variant(2, 11, 'th', true),
  variant(1, 12, 'en'),
  variant(2, 12, 'en'),
];

test('pictures and sounds are listed once each, however they are combined', () => {
  const { levels, audioTracks, levelId, audioTrackId } = tracksOf(THAI_AND_ENGLISH);
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
  assert.equal(tracksOf(variants).audioTracks.length, 2);
  assert.equal(variantOfLevel(variants, 1)?.language, 'th');
  assert.equal(variantOfLevel(variants, 9), null);
  assert.equal(variantOfSound(variants, 1)?.language, 'en');
  assert.equal(variantOfSound(variants, 2), null);
});

test('sound alone has no levels, and an unknown language no name', () => {
  const sound = { ...variant(1, 11, 'und', true), videoId: null };
  const { levels, audioTracks, levelId } = tracksOf([sound]);
  assert.deepEqual([levels, levelId], [[], null]);
  assert.deepEqual(audioTracks, [{ id: 0, name: '', language: '' }]);
});
