import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHoldWatch, createQualityCap, parseWaitMs } from './segment-waits.ts';

test('only a positive number counts as a wait', () => {
  assert.equal(parseWaitMs('3100', null), 3100);
  for (const header of [null, undefined, '', '-5', 'soon', 'Infinity']) {
    assert.equal(parseWaitMs(header, null), 0);
  }
});

test('a wait that a cache tells again is none', () => {
  assert.equal(parseWaitMs('3100', '0'), 3100);
  assert.equal(parseWaitMs('3100', '1'), 0);
});

test('a wait above two seconds keeps the quality under what was waited for, for thirty seconds', () => {
  let nowMs = 0;
  const cap = createQualityCap(() => nowMs);
  cap.waited(3, 2000);
  assert.equal(cap.below(), Infinity);
  cap.waited(3, 2001);
  assert.equal(cap.below(), 3);
  nowMs = 29_999;
  assert.equal(cap.below(), 3);
  nowMs = 30_000;
  assert.equal(cap.below(), Infinity);
});

test('a wait on the lower quality lowers the cap and starts a longer time', () => {
  let nowMs = 0;
  const cap = createQualityCap(() => nowMs);
  cap.waited(3, 8000);
  nowMs = 20_000;
  cap.waited(2, 3000);
  // The second wait counts for twice as long.
  nowMs = 79_999;
  assert.equal(cap.below(), 2);
  nowMs = 81_000;
  cap.waited(3, 3000);
  assert.equal(cap.below(), 3);
});

test('what was waited for in vain leaves only the lowest quality for a while', () => {
  let nowMs = 0;
  const cap = createQualityCap(() => nowMs);
  cap.waited(3, Infinity);
  assert.equal(cap.below(), 0);
  nowMs = 30_000;
  assert.equal(cap.below(), Infinity);
});

function watchOf(open: boolean) {
  const told: boolean[] = [];
  const watch = createHoldWatch(open, (held) => told.push(held), 2000);
  return { told, watch };
}

test('of an open stream, two seconds without a byte are told, and their end', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { told, watch } = watchOf(true);
  const [early, late] = [{}, {}];
  watch.asked(early, 'main', () => false);
  watch.ended(early, 'bytes', 0);
  watch.asked(late, 'main', () => false);
  context.mock.timers.tick(2000);
  assert.deepEqual(told, [true]);
  watch.ended(late, 'bytes', 2100);
  assert.deepEqual(told, [true, false]);
});

test('a slow network is not taken for an unfinished stream', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { told, watch } = watchOf(false);
  watch.asked({}, 'main', () => false);
  context.mock.timers.tick(5000);
  assert.deepEqual(told, []);
  const { told: begun, watch: other } = watchOf(true);
  other.asked({}, 'main', () => true);
  context.mock.timers.tick(5000);
  assert.deepEqual(begun, []);
});

test('a stream that was held once is known to be unfinished', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { told, watch } = watchOf(false);
  const first = {};
  watch.asked(first, 'main', () => false);
  watch.ended(first, 'bytes', 700);
  watch.asked({}, 'main', () => false);
  context.mock.timers.tick(2000);
  assert.deepEqual(told, [true]);
});

test('"not yet" is told until that track goes on, whatever the other one does', () => {
  const { told, watch } = watchOf(false);
  const [picture, sound, again] = [{}, {}, {}];
  watch.asked(picture, 'main', () => false);
  watch.ended(picture, 'notYet', 0);
  watch.asked(sound, 'audio', () => false);
  watch.ended(sound, 'bytes', 0);
  assert.deepEqual(told, [true]);
  watch.asked(again, 'main', () => false);
  watch.ended(again, 'bytes', 0);
  assert.deepEqual(told, [true, false]);
});
