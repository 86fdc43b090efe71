import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findConstantRate, measurePeakRate, parseRate } from '../probe/frame-rate.ts';
import {
  listAudioBorders,
  createConstantGrid,
  countGopFrames,
  toSegmentRuns,
  createVariableGrid,
} from './grid.ts';
import type { FrameTimes } from '../probe/source-probe.ts';

const NTSC = { numerator: 30000, denominator: 1001 };

function times(ticks: number[], denominator: number): FrameTimes {
  const timeBase = { numerator: 1, denominator };
  return { timeBase, ticks: Float64Array.from(ticks), lastTicks: 1, exact: true };
}

test('segments hold whole frames: 180 of 29.97, 144 of 23.976, 150 of 25', () => {
  const perSegment = (numerator: number, denominator: number): number =>
    3 * countGopFrames({ numerator, denominator }, 1);
  assert.equal(perSegment(30000, 1001), 180);
  assert.equal(perSegment(24000, 1001), 144);
  assert.equal(perSegment(25, 1), 150);
  const grid = createConstantGrid(NTSC, 400, 1);
  assert.deepEqual(toSegmentRuns(grid.borders, grid.endTick), [
    { count: 2, ticks: 180 * 3003 },
    { count: 1, ticks: 40 * 3003 },
  ]);
});

test('a GOP can be halved for renditions that keep every second frame', () => {
  assert.equal(countGopFrames({ numerator: 60000, denominator: 1001 }, 2) % 2, 0);
  assert.equal(countGopFrames({ numerator: 25, denominator: 2 }, 2) % 2, 0);
});

test('every frame of a rate that 90,000 does not fit lasts whole ticks too', () => {
  const grid = createConstantGrid({ numerator: 24000, denominator: 1001 }, 10, 1);
  assert.deepEqual([grid.timescale, grid.endTick], [24000, 10010]);
});

test('borders of a variable rate are the first frames at or after six seconds', () => {
  const ticks = [0, 1900, 2100, 3900, 4000, 5990, 6010, 8100, 10000, 11999, 12000];
  const grid = createVariableGrid(times(ticks, 1000));
  assert.deepEqual(
    grid.borders,
    [0, 6010, 12000].map((ms) => ms * 90),
  );
  assert.deepEqual(
    grid.keyTicks,
    [0, 2100, 4000, 6010, 8100, 10000, 12000].map((ms) => ms * 90),
  );
});

test('audio borders keep within half an AAC frame of the video', () => {
  const grid = createConstantGrid(NTSC, 1800, 1);
  for (const [n, frame] of listAudioBorders(grid, 48000).entries()) {
    const seconds = (grid.borders[n] ?? 0) / grid.timescale;
    assert(Math.abs((frame * 1024) / 48000 - seconds) <= 512 / 48000 + 1e-9);
  }
});

test('a constant rate is found despite millisecond clocks, single holes and a displaced first frame', () => {
  const ntsc = Array.from({ length: 600 }, (_, n) => Math.round((n * 1001) / 30));
  assert.deepEqual(findConstantRate(times(ntsc, 1000), []), NTSC);
  const holes = ntsc.filter((_, n) => n % 50 !== 7);
  assert.deepEqual(findConstantRate(times(holes, 1000), []), NTSC);
  const displaced = [(ntsc[0] ?? 0) - 20, ...ntsc.slice(1)];
  assert.deepEqual(findConstantRate(times(displaced, 1000), []), NTSC);
});

test('an unusual constant rate is taken from the file when its frames lie on it', () => {
  const odd = Array.from({ length: 200 }, (_, n) => n * 77);
  assert.deepEqual(findConstantRate(times(odd, 1000), [parseRate('1000/77')]), {
    numerator: 1000,
    denominator: 77,
  });
});

test('jittered frames have no constant rate, and their peak rate is the usual one nearby', () => {
  const jitter = Array.from({ length: 300 }, (_, n) => n * 3000 + (n % 3) * 400 + (n % 7) * 90);
  const frames = times(jitter, 90000);
  assert.equal(findConstantRate(frames, [parseRate('30/1')]), null);
  assert.deepEqual(measurePeakRate(frames), { numerator: 30, denominator: 1 });
});

test('rates of 0/0, 90000/1 and other junk are ignored', () => {
  for (const text of ['0/0', '90000/1', '1/0', 'N/A', undefined])
    assert.equal(parseRate(text), null);
});
