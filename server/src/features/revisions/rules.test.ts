import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessingState } from '@kinora/contract/videos/summary';
import { isStaleUpload, mayBecome, statesBefore, getUploadPercent } from './rules.ts';

test('the processing state moves only along its table', () => {
  const table = Object.fromEntries(
    ProcessingState.options.map((from) => [
      from,
      ProcessingState.options.filter((to) => mayBecome(from, to)),
    ]),
  );
  assert.deepEqual(table, {
    sourceWaiting: ['sourceIngression', 'processing'],
    sourceIngression: ['sourceIngression', 'processing', 'failed'],
    processing: ['sourceWaiting', 'processing', 'partiallyCompleted', 'completed', 'failed'],
    partiallyCompleted: ['sourceWaiting', 'partiallyCompleted', 'completed', 'failed'],
    completed: ['partiallyCompleted', 'completed'],
    failed: ['sourceWaiting', 'sourceIngression', 'processing'],
  });
  assert.deepEqual(statesBefore('completed'), ['processing', 'partiallyCompleted', 'completed']);
});

test('an upload is stale 24 h after its last byte while it has no result', () => {
  const uploaded = new Date('2026-11-20T00:00:00Z');
  const later = (ms: number) => new Date(uploaded.getTime() + ms);
  const day = 24 * 3600 * 1000;
  assert.equal(isStaleUpload(uploaded, 'processing', null, later(day)), false);
  assert.equal(isStaleUpload(uploaded, 'processing', null, later(day + 1)), true);
  assert.equal(isStaleUpload(uploaded, 'completed', null, later(9 * day)), false);
  assert.equal(isStaleUpload(uploaded, 'sourceIngression', 'probeError', later(9 * day)), false);
  assert.equal(isStaleUpload(null, 'sourceWaiting', null, later(9 * day)), false);
});

test('upload progress is whole percent and reaches 100 only with the last byte', () => {
  assert.equal(getUploadPercent(0, 1000), 0);
  assert.equal(getUploadPercent(999, 1000), 99);
  assert.equal(getUploadPercent(1000, 1000), 100);
  assert.equal(getUploadPercent(5, 0), 0);
});
