import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDelayWatch, createQualityCap, parseWaitMs } from './segment-waits.ts';

test('only a positive number counts as a wait', () => {
  assert.equal(parseWaitMs('3100', null), 3100);
  for (const header of [null, undefined, '', '-5', 'soon', 'Infinity']) {
    assert.equal(parseWaitMs(header, null), 0);
  }
});

test('a wait that a cache repeats is none', () => {
  assert.equal(parseWaitMs('3100', '0'), 3100);
  assert.equal(parseWaitMs('3100', '1'), 0);
});

test('a wait above two seconds keeps the quality under the delayed one, for thirty seconds', () => {
  let nowMs = 0;
  const cap = createQualityCap(() => nowMs);
  cap.recordWait(3, 2000);
  assert.equal(cap.getLimit(), Infinity);
  cap.recordWait(3, 2001);
  assert.equal(cap.getLimit(), 3);
  nowMs = 29_999;
  assert.equal(cap.getLimit(), 3);
  nowMs = 30_000;
  assert.equal(cap.getLimit(), Infinity);
});

test('a wait on the lower quality lowers the cap and starts a longer time', () => {
  let nowMs = 0;
  const cap = createQualityCap(() => nowMs);
  cap.recordWait(3, 8000);
  nowMs = 20_000;
  cap.recordWait(2, 3000);
  // The second wait counts for twice as long.
  nowMs = 79_999;
  assert.equal(cap.getLimit(), 2);
  nowMs = 81_000;
  cap.recordWait(3, 3000);
  assert.equal(cap.getLimit(), 3);
});

test('a failed wait leaves only the lowest quality for a while', () => {
  let nowMs = 0;
  const cap = createQualityCap(() => nowMs);
  cap.recordWait(3, Infinity);
  assert.equal(cap.getLimit(), 0);
  nowMs = 30_000;
  assert.equal(cap.getLimit(), Infinity);
});

function createWatch(open: boolean) {
  const reports: boolean[] = [];
  const watch = createDelayWatch(open, (isDelayed) => reports.push(isDelayed), 2000);
  return { reports, watch };
}

test('of an open stream, two seconds without a byte are reported, and their end', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { reports, watch } = createWatch(true);
  const [early, late] = [{}, {}];
  watch.start(early, 'main', () => false);
  watch.end(early, 'bytes', 0);
  watch.start(late, 'main', () => false);
  context.mock.timers.tick(2000);
  assert.deepEqual(reports, [true]);
  watch.end(late, 'bytes', 2100);
  assert.deepEqual(reports, [true, false]);
});

test('a slow network is not taken for an unfinished stream', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { reports, watch } = createWatch(false);
  watch.start({}, 'main', () => false);
  context.mock.timers.tick(5000);
  assert.deepEqual(reports, []);
  const { reports: begun, watch: other } = createWatch(true);
  other.start({}, 'main', () => true);
  context.mock.timers.tick(5000);
  assert.deepEqual(begun, []);
});

test('a stream that was delayed once is known to be unfinished', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { reports, watch } = createWatch(false);
  const first = {};
  watch.start(first, 'main', () => false);
  watch.end(first, 'bytes', 700);
  watch.start({}, 'main', () => false);
  context.mock.timers.tick(2000);
  assert.deepEqual(reports, [true]);
});

test('"not yet" is reported until that track goes on, whatever the other one does', () => {
  const { reports, watch } = createWatch(false);
  const [video, audio, again] = [{}, {}, {}];
  watch.start(video, 'main', () => false);
  watch.end(video, 'notYet', 0);
  watch.start(audio, 'audio', () => false);
  watch.end(audio, 'bytes', 0);
  assert.deepEqual(reports, [true]);
  watch.start(again, 'main', () => false);
  watch.end(again, 'bytes', 0);
  assert.deepEqual(reports, [true, false]);
});
