import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSecondsLeft, getSpeed, measurePace, type Pace } from './pace.ts';

/** Seconds of the clock at which so many of all segments were made. */
type Series = readonly (readonly [atSeconds: number, done: number])[];

// 45 s of HEVC in six renditions on two busy cores, one piece a half: the lead, then bursts.
const BURSTS: Series = [
  ...([
    [0, 1],
    [3, 2],
    [9, 6],
    [15, 7],
    [16, 9],
    [17, 12],
  ] as const),
  ...([
    [26, 14],
    [27, 18],
    [38, 19],
    [39, 24],
    [50, 26],
    [51, 30],
  ] as const),
  ...([
    [60, 32],
    [61, 36],
    [70, 42],
  ] as const),
];
// The team's other videos take half of the cores away after a minute.
const SLOWED: Series = [
  ...Array.from({ length: 60 }, (_, n) => [n, n] as const),
  ...Array.from({ length: 35 }, (_, n) => [60 + 4 * n, 60 + n] as const),
];
// A suspended film stands still for four minutes and then goes on as before.
const HALTED: Series = [
  ...Array.from({ length: 30 }, (_, n) => [2 * n, n] as const),
  ...Array.from({ length: 65 }, (_, n) => [300 + 2 * n, 30 + n] as const),
];

/** Says what is told each second. */
function tell(series: Series, total: number): (number | null)[] {
  let pace: Pace | null = null;
  const told: (number | null)[] = [];
  const end = series.at(-1)?.[0] ?? 0;
  for (let second = 0; second < end; second += 1) {
    for (const [at, done] of series) {
      if (at === second) pace = measurePace(pace, done, total, second * 1000);
    }
    told.push(getSecondsLeft(pace, second * 1000));
  }
  return told;
}

for (const [name, series, total] of [
  ['in bursts', BURSTS, 42],
  ['that slows down', SLOWED, 95],
] as const) {
  test(`the time left of work ${name} is told soon, moves on, and never leaps up`, () => {
    const told = tell(series, total);
    const known = told.findIndex((seconds) => seconds !== null);
    assert.ok(known >= 0 && known <= 10, `known after ${known} s`);
    let stands = 0;
    for (let second = known + 1; second < told.length; second += 1) {
      const [before, now] = [told[second - 1], told[second]];
      if (typeof before !== 'number' || typeof now !== 'number') continue;
      stands = now === before ? stands + 1 : 0;
      assert.ok(stands < 12, `${now} s for ${stands} s, at ${second} s`);
      assert.ok(
        now - before <= Math.max(5, before / 8),
        `${before} s, then ${now}, at ${second} s`,
      );
    }
  });
}

test('even work goes down with the clock, and ends when it was told to', () => {
  const even = Array.from({ length: 101 }, (_, n) => [n, n] as const);
  tell(even, 100).forEach((seconds, second) => {
    if (second >= 5) assert.ok(Math.abs((seconds ?? 0) - (100 - second)) <= 2, `${second} s`);
  });
});

test('work that halts is not said to end soon for ever, and has a time again when it goes on', () => {
  const told = tell(HALTED, 95);
  assert.equal(told[290], null);
  assert.equal(typeof told[320], 'number');
});

test('a plan that starts again is measured again, and the speed is in seconds of video', () => {
  let pace: Pace | null = null;
  for (let n = 0; n <= 10; n += 1) pace = measurePace(pace, n, 100, n * 1000);
  assert.equal(getSpeed(pace, 200), 2);
  assert.equal(getSpeed(measurePace(pace, 0, 100, 11_000), 200), null);
  assert.equal(getSpeed(null, 200), null);
});
