import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSecondsLeft, getSpeed, measure, type Rate, startRate } from './rate.ts';
import { roundTime } from './rough-time.ts';

/** A transfer that sends `bytesPerSecond` for some seconds, reported ten times a second. */
function steady(rate: Rate, bytesPerSecond: number, seconds: number): Rate {
  let next = rate;
  const { bytes, measuredAt } = rate;
  for (let step = 1; step <= seconds * 10; step += 1) {
    next = measure(next, bytes + (bytesPerSecond * step) / 10, measuredAt + step * 100);
  }
  return next;
}

test('no speed is shown in the first 3 s', () => {
  const rate = steady(startRate(0, 0), 1000, 2.8);
  assert.equal(getSpeed(rate, 2900).bytesPerSecond, null);
  assert.notEqual(getSpeed(steady(rate, 1000, 1), 3800).bytesPerSecond, null);
});

test('a steady transfer has its own speed', () => {
  const speed = getSpeed(steady(startRate(5_000_000, 0), 1000, 10), 10_000).bytesPerSecond ?? 0;
  assert.ok(Math.abs(speed - 1000) < 30, String(speed));
});

test('the speed follows a change slowly, without leaping', () => {
  const fast = steady(startRate(0, 0), 1_000_000, 30);
  const soon = getSpeed(steady(fast, 100_000, 2), 32_000).bytesPerSecond ?? 0;
  assert.ok(soon > 700_000 && soon < 950_000, String(soon));
  const later = getSpeed(steady(fast, 100_000, 60), 90_000).bytesPerSecond ?? 0;
  assert.ok(Math.abs(later - 100_000) < 15_000, String(later));
});

test('15 s without a byte is a stall, and has no speed', () => {
  const rate = steady(startRate(0, 0), 1000, 10);
  assert.equal(getSpeed(rate, 24_000).isStalled, false);
  assert.deepEqual(getSpeed(rate, 25_100), { bytesPerSecond: null, isStalled: true });
});

test('a part that is sent again never makes the speed negative', () => {
  const rate = measure(steady(startRate(0, 0), 1000, 10), 2000, 11_000);
  const speed = getSpeed(steady(rate, 1000, 2), 13_000).bytesPerSecond ?? -1;
  assert.ok(speed >= 0);
  assert.ok(speed < 1100, String(speed));
});

test('time left is shown only with a speed, and is never negative', () => {
  assert.equal(getSecondsLeft(1000, null), null);
  assert.equal(getSecondsLeft(1000, 0), null);
  assert.equal(getSecondsLeft(1000, 100), 10);
  assert.equal(getSecondsLeft(-5, 100), 0);
});

test('time left is rounded as one says it', () => {
  assert.deepEqual(roundTime(0), { unit: 'seconds', count: 10 });
  assert.deepEqual(roundTime(33), { unit: 'seconds', count: 40 });
  assert.deepEqual(roundTime(55), { unit: 'minutes', count: 1 });
  assert.deepEqual(roundTime(245), { unit: 'minutes', count: 4 });
  assert.deepEqual(roundTime(5400), { unit: 'hours', count: 2 });
  assert.deepEqual(roundTime(200_000), { unit: 'days', count: 2 });
});
