import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyError,
  countSecondsUntil,
  type Failure,
  failTheRest,
  findCommonFailure,
  listNextToStart,
  type QueueEntry,
  retryDue,
  retryNow,
  toFailure,
  type UploadState,
} from './queue.ts';

const entry = (state: UploadState): QueueEntry => ({
  state,
  retryDelayMs: 0,
  retryAt: null,
  failure: null,
});

test('three uploads run at once, and the next in line starts when one ends', () => {
  const queue = ['uploading', 'queued', 'paused', 'queued', 'queued'].map((state, at) => ({
    ...entry(state as UploadState),
    at,
  }));
  assert.deepEqual(
    listNextToStart(queue).map(({ at }) => at),
    [1, 3],
  );
  assert.deepEqual(
    listNextToStart(
      ['uploading', 'uploading', 'uploading', 'queued'].map((s) => entry(s as UploadState)),
    ),
    [],
  );
});

test('the delay starts at 5 s, doubles, and at 160 s the upload has failed', () => {
  let item = entry('uploading');
  const delays: number[] = [];
  while (item.state !== 'failed') {
    item = applyError(item, 'unreachable', 1000);
    if (item.state === 'retry') {
      delays.push((item.retryAt ?? 0) - 1000);
      item = { ...retryDue(item), state: 'uploading' };
    }
  }
  assert.deepEqual(delays, [5000, 10_000, 20_000, 40_000, 80_000]);
  assert.equal(item.failure, 'unreachable');
  assert.equal(item.retryAt, null);
});

test('a 403 and a file that can’t be read are final at once', () => {
  for (const failure of [toFailure(403), 'fileUnreadable'] as const) {
    assert.equal(applyError(entry('uploading'), failure, 0).state, 'failed');
  }
  for (const status of [0, 401, 404, 423, 460, 500, 503, 507]) {
    assert.equal(applyError(entry('uploading'), toFailure(status), 0).state, 'retry');
  }
});

test('a forced retry goes back into the queue, and its delays start again', () => {
  const late = applyError({ ...entry('uploading'), retryDelayMs: 40_000 }, 'server', 0);
  const forced = retryNow(late);
  assert.equal(forced.state, 'queued');
  assert.equal(applyError(forced, 'server', 0).retryDelayMs, 5000);
  assert.equal(applyError(retryDue(late), 'server', 0).state, 'failed');
});

test('more than 2 failed force the queued to failed, and nothing else', () => {
  const states = (queue: QueueEntry[]) => failTheRest(queue).map(({ state }) => state);
  const two = ['failed', 'failed', 'queued'] as const;
  assert.deepEqual(states(two.map(entry)), [...two]);
  const three = [
    'failed',
    'failed',
    'failed',
    'queued',
    'uploading',
    'retry',
    'paused',
    'uploaded',
  ];
  assert.deepEqual(states(three.map((state) => entry(state as UploadState))), [
    'failed',
    'failed',
    'failed',
    'failed',
    'uploading',
    'retry',
    'paused',
    'uploaded',
  ]);
  assert.equal(
    failTheRest(three.map((state) => entry(state as UploadState)))[3]?.failure,
    'others',
  );
});

test('failures that share a cause name it, whatever was not tried because of them', () => {
  const common = (...failures: Failure[]) =>
    findCommonFailure(failures.map((failure) => ({ failure })));
  assert.equal(common('forbidden', 'forbidden', 'forbidden', 'others'), 'forbidden');
  assert.equal(common('forbidden', 'unreachable'), null);
  assert.equal(common(), null);
});

test('a countdown never goes below zero', () => {
  assert.equal(countSecondsUntil(10_500, 10_000), 1);
  assert.equal(countSecondsUntil(10_000, 99_000), 0);
});
