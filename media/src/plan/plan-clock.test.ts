import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { planStream } from './plan.ts';
import type { SourceProbe } from '../probe/source-probe.ts';
import { frameTimes, videoSource } from './test-source.ts';

const HOUR = 3600;

/** Frames at these seconds; the last one lasts to the end. */
function source(seconds: number[], endSeconds: number, framesPerSecond: number): SourceProbe {
  return videoSource(endSeconds, {
    frameRate: { numerator: framesPerSecond, denominator: 1 },
    variableFrameRate: true,
    frames: frameTimes(seconds, endSeconds),
  });
}

/** The frames that are encoded for each rung. */
function countFrames(probe: SourceProbe): number {
  const { timing } = planStream(probe, DEFAULT_LADDER).video ?? {};
  assert(timing?.mode === 'constant');
  return timing.frameCount;
}

const burst = (count: number) => Array.from({ length: count }, (_, n) => n / 60);

test('a few frames that claim a day at 60 a second become an hour of such frames at most', () => {
  assert(countFrames(source(burst(120), 24 * HOUR, 60)) <= HOUR * 60);
  assert(countFrames(source([0, 1], 24 * HOUR, 240)) <= HOUR * 60);
});

test('frames that last long are still shown twice a second', () => {
  assert.equal(countFrames(source([0], 24 * HOUR, 1)), 24 * HOUR * 2);
});

test('an hour of slides, and hours of a screen that changes now and then, keep their rate', () => {
  assert.equal(countFrames(source(burst(60), HOUR, 60)), HOUR * 60);
  const changes = Array.from({ length: 4 * HOUR }, (_, n) => [n * 3, n * 3 + 0.1, n * 3 + 0.7]);
  const lecture = changes.flat().filter((at) => at < 4 * HOUR);
  assert.equal(countFrames(source(lecture, 4 * HOUR, 30)), 4 * HOUR * 30);
});

test('beyond an hour, repeated frames grow with the real ones', () => {
  const few = countFrames(source(burst(8000), 24 * HOUR, 60));
  const many = countFrames(source(burst(32_000), 24 * HOUR, 60));
  assert(few > HOUR * 60 && few <= 30 * 8000, `${few}`);
  assert(many > 2 * few && many <= 30 * 32_000, `${many}`);
});

test('a last frame that lasts long is repeated, so that no segment is as long', () => {
  const { grid } = planStream(source(burst(60), 600, 60), DEFAULT_LADDER);
  const borders = [...grid.borders, grid.endTick];
  assert(borders.every((at, n) => n === 0 || at - (borders[n - 1] ?? 0) < 7 * grid.timescale));
});
