import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { countTotals } from '../rules/totals.ts';
import { createTestUpload } from '../test-upload.ts';
import {
  findUpload,
  getUploads,
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

const keys = () => getUploads().map(({ key }) => key);
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => createTestUpload(`v${at}`, { order: at }));

test('changes that come together are announced once, and read at once', () => {
  let announced = 0;
  const stop = subscribeUploads(() => (announced += 1));
  setUploads(many(3000));
  for (const key of keys()) patchUpload(key, { state: 'paused' });
  removeUploads(new Set(['v0']));
  assert.equal(announced, 0);
  assert.equal(findUpload('v1')?.state, 'paused');
  mock.timers.runAll();
  assert.equal(announced, 1);
  patchUpload('v2', { sentBytes: 5 });
  mock.timers.runAll();
  assert.equal(announced, 2);
  stop();
});

test('the queue keeps its order, and an item its place', () => {
  setUploads([createTestUpload('b', { order: 2 }), createTestUpload('a', { order: 1 })]);
  patchUpload('a', { sentBytes: 7 });
  patchUpload('gone', { sentBytes: 7 });
  assert.deepEqual(keys(), ['a', 'b']);
});

test('an item that did not change stays the same object, and so does the list until one does', () => {
  setUploads(many(3));
  const [before, first] = [getUploads(), findUpload('v0')];
  assert.equal(getUploads(), before);
  patchUpload('v1', { state: 'paused' });
  assert.notEqual(getUploads(), before);
  assert.equal(findUpload('v0'), first);
  assert.equal(before[1]?.state, 'queued');
});

test('a queue is counted once for all callers', () => {
  setUploads([
    createTestUpload('a', { state: 'uploading', sentBytes: 50, bytesPerSecond: 10 }),
    createTestUpload('b', { state: 'retry', order: 1 }),
    createTestUpload('c', { state: 'uploaded', sentBytes: 100, order: 2 }),
    createTestUpload('d', { state: 'failed', order: 3 }),
  ]);
  const totals = countTotals(getUploads());
  assert.equal(countTotals(getUploads()), totals);
  const { count, uploading, waiting, uploaded, failed, progress, secondsLeft } = totals;
  assert.deepEqual(
    { count, uploading, waiting, uploaded, failed, progress, secondsLeft },
    {
      count: 4,
      uploading: 1,
      waiting: 1,
      uploaded: 1,
      failed: 1,
      progress: 0.375,
      secondsLeft: 15,
    },
  );
});
