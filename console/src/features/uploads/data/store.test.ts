import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { totalsOf } from '../rules/totals.ts';
import { testUpload } from '../test-upload.ts';
import {
  currentUploads,
  findUpload,
  patchUpload,
  removeUploads,
  setUploads,
  subscribeUploads,
} from './store.ts';

mock.timers.enable({ apis: ['setTimeout'] });
beforeEach(() => {
  setUploads([]);
  mock.timers.runAll();
});

const keys = () => currentUploads().map(({ key }) => key);
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => testUpload(`v${at}`, { order: at }));

test('changes that come together are told once, and read at once', () => {
  let told = 0;
  const stop = subscribeUploads(() => (told += 1));
  setUploads(many(3000));
  for (const key of keys()) patchUpload(key, { state: 'paused' });
  removeUploads(new Set(['v0']));
  assert.equal(told, 0);
  assert.equal(findUpload('v1')?.state, 'paused');
  mock.timers.runAll();
  assert.equal(told, 1);
  patchUpload('v2', { sentBytes: 5 });
  mock.timers.runAll();
  assert.equal(told, 2);
  stop();
});

test('the queue keeps its order, and an item its place', () => {
  setUploads([testUpload('b', { order: 2 }), testUpload('a', { order: 1 })]);
  patchUpload('a', { sentBytes: 7 });
  patchUpload('gone', { sentBytes: 7 });
  assert.deepEqual(keys(), ['a', 'b']);
});

test('what did not change stays the same object, and so does the list until something does', () => {
  setUploads(many(3));
  const [before, first] = [currentUploads(), findUpload('v0')];
  assert.equal(currentUploads(), before);
  patchUpload('v1', { state: 'paused' });
  assert.notEqual(currentUploads(), before);
  assert.equal(findUpload('v0'), first);
  assert.equal(before[1]?.state, 'queued');
});

test('a queue is counted once, whoever asks', () => {
  setUploads([
    testUpload('a', { state: 'uploading', sentBytes: 50, bytesPerSecond: 10 }),
    testUpload('b', { state: 'retry', order: 1 }),
    testUpload('c', { state: 'uploaded', sentBytes: 100, order: 2 }),
    testUpload('d', { state: 'failed', order: 3 }),
  ]);
  const totals = totalsOf(currentUploads());
  assert.equal(totalsOf(currentUploads()), totals);
  const { count, uploading, waiting, uploaded, failed, progress, secondsLeft } = totals;
  assert.deepEqual(
    { count, uploading, waiting, uploaded, failed, progress, secondsLeft },
    {
      ...{ count: 4, uploading: 1, waiting: 1, uploaded: 1, failed: 1 },
      ...{ progress: 0.375, secondsLeft: 15 },
    },
  );
});
