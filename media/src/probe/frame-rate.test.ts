import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findConstantRate } from './frame-rate.ts';
import type { Fraction, FrameTimes } from './source-probe.ts';

const NTSC: [whole: Fraction, dropped: Fraction][] = [12, 15, 24, 30, 48, 60, 120].map((rate) => [
  { numerator: rate, denominator: 1 },
  { numerator: rate * 1000, denominator: 1001 },
]);

/** Frames of a constant rate as a clock of `denominator` ticks a second rounds them. */
function timesOf(rate: Fraction, count: number, timeBase: Fraction): FrameTimes {
  const length = (rate.denominator * timeBase.denominator) / (rate.numerator * timeBase.numerator);
  const ticks = Float64Array.from({ length: count }, (_, n) => Math.round(n * length));
  return { timeBase, ticks, lastTicks: Math.max(1, Math.round(length)), exact: true };
}

const MILLISECONDS = { numerator: 1, denominator: 1000 };
const toTimeBase = (rate: Fraction) => ({
  numerator: rate.denominator,
  denominator: rate.numerator,
});

test('the rate of the file is found on a clock that counts frames, at every length', () => {
  for (const rate of NTSC.flat())
    for (const count of [3, 10, 30, 192, 500, 3000])
      assert.deepEqual(findConstantRate(timesOf(rate, count, toTimeBase(rate)), [rate]), rate);
});

test('the rate of the file is found on a clock that counts milliseconds, at every length', () => {
  for (const rate of NTSC.flat())
    for (const count of [3, 10, 30, 60, 500, 3000])
      assert.deepEqual(findConstantRate(timesOf(rate, count, MILLISECONDS), [rate]), rate);
});

test('a rate that the file rounds is the usual one, and a claim that its times deny is none', () => {
  const dropped = { numerator: 30000, denominator: 1001 };
  // As FLV states it.
  const rounded = { numerator: 929, denominator: 31 };
  assert.deepEqual(findConstantRate(timesOf(dropped, 30, MILLISECONDS), [rounded]), dropped);
  const [whole] = NTSC[3] ?? assert.fail();
  assert.deepEqual(findConstantRate(timesOf(dropped, 900, MILLISECONDS), [whole]), dropped);
  assert.deepEqual(findConstantRate(timesOf(whole, 900, MILLISECONDS), [dropped]), whole);
});

test('a rate that ffmpeg measured by a coarse clock gives way to a usual one near it', () => {
  const whole = { numerator: 30, denominator: 1 };
  const measured = { numerator: 361, denominator: 12 };
  assert.deepEqual(findConstantRate(timesOf(whole, 5, MILLISECONDS), [measured]), whole);
});

test('a rate that no camera has is the file’s own', () => {
  for (const numerator of [8, 16, 29, 37])
    for (const count of [3, 200]) {
      const rate = { numerator, denominator: 1 };
      assert.deepEqual(findConstantRate(timesOf(rate, count, toTimeBase(rate)), [rate]), rate);
    }
});
