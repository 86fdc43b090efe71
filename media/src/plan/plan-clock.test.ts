import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LADDER } from '../test-ladder.ts';
import { planStream } from './plan.ts';
import type { AudioSource, Fraction, SourceProbe } from '../probe/source-probe.ts';
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

function evenly(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => start + n / 25);
}

function audioSource(startSeconds: number, endSeconds: number): AudioSource {
  return {
    streamIndex: 1,
    codec: 'aac',
    channels: 2,
    channelLayout: 'stereo',
    sampleRate: 48000,
    language: null,
    title: null,
    isDefault: true,
    startSeconds,
    endSeconds,
  };
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

const RATES = [
  [24000, 1001],
  [24, 1],
  [25, 1],
  [30000, 1001],
  [30, 1],
  [48, 1],
  [50, 1],
  [60000, 1001],
  [60, 1],
].map(([numerator = 1, denominator = 1]) => ({ numerator, denominator }));

/** Frames of a constant rate from `start` seconds on, on a clock that counts milliseconds. */
function inMilliseconds(
  count: number,
  { rate, start, round }: { rate: Fraction; start: number; round: (value: number) => number },
): SourceProbe {
  const length = (1000 * rate.denominator) / rate.numerator;
  const ticks = Float64Array.from({ length: count }, (_, n) => round(start * 1000 + n * length));
  const lastTicks = Math.round(length);
  return videoSource(1, {
    frameRate: rate,
    startSeconds: (ticks[0] ?? 0) / 1000,
    endSeconds: ((ticks.at(-1) ?? 0) + lastTicks) / 1000,
    frames: { timeBase: { numerator: 1, denominator: 1000 }, ticks, lastTicks, exact: true },
  });
}

for (const rate of RATES)
  test(`every frame is encoded where milliseconds are counted: all lengths at ${rate.numerator}/${rate.denominator}`, () => {
    for (const round of [Math.round, Math.floor])
      for (const start of [0, 0.021, 3.7])
        for (let count = 1; count <= 600; count++) {
          const probe = inMilliseconds(count, { rate, start, round });
          const { originSeconds, video } = planStream(probe, DEFAULT_LADDER);
          assert(video?.timing.mode === 'constant');
          assert.equal(video.timing.frameCount, count, `${count} frames from ${start} on`);
          assert(
            Math.abs(originSeconds - start) < 0.0011,
            `${count} frames begin at ${originSeconds}`,
          );
        }
  });

test('a first frame that is displaced has the first place', () => {
  for (const displaced of [-0.4, -0.1, 0.1, 0.4]) {
    const frames = [1 + displaced / 25, ...evenly(1, 50).slice(1)];
    const probe = videoSource(3, { startSeconds: frames[0] ?? 1, frames: frameTimes(frames, 3) });
    const { originSeconds } = planStream(probe, DEFAULT_LADDER);
    assert(Math.abs(originSeconds - 1) < 1e-9, `${displaced}: from ${originSeconds} on`);
    assert.equal(countFrames(probe), 50);
  }
});

test('audio that begins first is kept from its beginning or less than a frame later', () => {
  for (const lead of [0.2, 0.95, 1, 1.02, 24.5, 25]) {
    const probe = videoSource(4, { startSeconds: 2, frames: frameTimes(evenly(2, 50), 4) });
    probe.audio = [audioSource(2 - lead / 25, 4)];
    const late = planStream(probe, DEFAULT_LADDER).originSeconds - (2 - lead / 25);
    assert(late > -0.001 && late < 1 / 25, `${lead}: ${late} s late`);
  }
});
