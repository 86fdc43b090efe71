import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import {
  segmentCount,
  listSegmentMicroseconds,
  listSegmentTicks,
  getTargetDurationSec,
} from './segment-durations.ts';
import { audio, stream } from './test-stream.ts';

const timeline = {
  timescale: 30_000,
  runs: [
    { count: 2, ticks: 180_180 },
    { count: 3, ticks: 45_045 },
  ],
};

test('a timeline of several runs is told segment by segment', () => {
  assert.equal(segmentCount(timeline), 5);
  assert.deepEqual(listSegmentTicks(timeline), [180_180, 180_180, 45_045, 45_045, 45_045]);
  const micros = [6_006_000, 6_006_000, 1_501_500, 1_501_500, 1_501_500];
  assert.deepEqual(listSegmentMicroseconds(timeline), micros);
});

test('RFC 8216 §4.3.3.1: the longest segment of pictures and sound rounds to the target', () => {
  const lasting = (ticks: number) => ({ timescale: 1000, runs: [{ count: 1, ticks }] });
  const target = (picture: number, sound: number) =>
    getTargetDurationSec(
      stream({
        videoSegments: lasting(picture),
        audio: [audio('a1', { segments: lasting(sound) })],
      }),
    );
  assert.equal(target(6499, 1000), 6);
  assert.equal(target(6500, 1000), 7);
  assert.equal(target(1000, 6500), 7);
  assert.equal(target(10, 10), 1, 'never 0');
});
