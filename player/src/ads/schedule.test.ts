import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdOffset } from './messages.ts';
import { chooseBreak, type Position } from './schedule.ts';

const breaks = (...offsets: AdOffset[]) => offsets.map((offset, index) => ({ index, offset }));
const at = (timeSec: number, more: Partial<Position> = {}): Position => ({
  isStart: false,
  isEnd: false,
  timeSec,
  durationSec: 100,
  ...more,
});
const ALL = breaks(
  { at: 'start' },
  { at: 'time', sec: 10 },
  { at: 'share', share: 0.5 },
  { at: 'time', sec: 80 },
  { at: 'end' },
);
const indexes = (left: { index: number }[]) => left.map(({ index }) => index);

test('each break comes once, at its time', () => {
  const first = chooseBreak(ALL, at(0, { isStart: true }));
  assert.equal(first.next?.index, 0);
  assert.equal(chooseBreak(first.left, at(9.9)).next, null);
  const second = chooseBreak(first.left, at(10));
  assert.equal(second.next?.index, 1);
  const third = chooseBreak(second.left, at(50.1));
  assert.equal(third.next?.index, 2);
  assert.deepEqual(indexes(third.left), [3, 4]);
});

test('a seek over several shows only the newest passed one', () => {
  const sought = chooseBreak(ALL, at(90));
  assert.equal(sought.next?.index, 3);
  assert.deepEqual(indexes(sought.left), [4]);
  assert.equal(chooseBreak(sought.left, at(20)).next, null, 'none comes when one seeks back');
});

test('a video that begins later has the ad before it, and none of those that it left out', () => {
  const begun = chooseBreak(ALL, at(60, { isStart: true }));
  assert.equal(begun.next?.index, 0);
  assert.deepEqual(indexes(begun.left), [3, 4]);
});

test('breaks of the same moment follow each other', () => {
  const twice = breaks({ at: 'start' }, { at: 'time', sec: 0 }, { at: 'time', sec: 5 });
  const first = chooseBreak(twice, at(0, { isStart: true }));
  assert.equal(first.next?.index, 0);
  const second = chooseBreak(first.left, at(0, { isStart: true }));
  assert.equal(second.next?.index, 1);
  assert.equal(chooseBreak(second.left, at(0, { isStart: true })).next, null);
});

test('the last break comes at the end alone', () => {
  const last = breaks({ at: 'end' });
  assert.equal(chooseBreak(last, at(100)).next, null);
  assert.equal(chooseBreak(last, at(100, { isEnd: true })).next?.index, 0);
});

test('a share of a video of unknown length is never reached', () => {
  const half = breaks({ at: 'share', share: 0.5 });
  assert.equal(chooseBreak(half, at(1e6, { durationSec: Number.NaN })).next, null);
});
