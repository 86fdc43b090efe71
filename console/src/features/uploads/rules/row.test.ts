import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Check, NOT_YET_CHECKED } from './check.ts';
import { getRowKind, getRowProgress } from './row.ts';
import { countTotals } from './totals.ts';

const row = {
  state: 'uploading',
  isStalled: false,
  waitingUntil: null,
  check: null,
  sentBytes: 50,
  sizeBytes: 200,
  bytesPerSecond: 10,
} as const;

test('a row says one thing: a broken line before a stall, another tab before the queue', () => {
  assert.equal(getRowKind(row, true, true), 'uploading');
  assert.equal(getRowKind({ ...row, isStalled: true }, true, true), 'stalled');
  assert.equal(getRowKind({ ...row, isStalled: true, waitingUntil: 5 }, true, true), 'waiting');
  assert.equal(getRowKind({ ...row, state: 'queued' }, true, false), 'offline');
  assert.equal(getRowKind({ ...row, state: 'queued' }, false, true), 'elsewhere');
});

test('after the last byte the row goes on as the check, then as the encoding', () => {
  const uploaded = { ...row, state: 'uploaded', sentBytes: 200 } as const;
  const check: Check = {
    ...NOT_YET_CHECKED,
    state: 'complete',
    processing: 'processing',
    progress: 34,
  };
  assert.equal(getRowKind(uploaded, true, true), 'checking');
  assert.equal(getRowKind({ ...uploaded, check }, true, true), 'processing');
  assert.equal(getRowProgress({ ...uploaded, check }, 'processing'), 0.34);
  assert.equal(
    getRowKind({ ...uploaded, check: { ...check, playable: true } }, true, true),
    'playable',
  );
  assert.equal(
    getRowKind({ ...uploaded, check: { ...check, processing: 'completed' } }, true, true),
    'ready',
  );
  assert.equal(
    getRowKind({ ...uploaded, check: { ...check, state: 'error', fault: 'encoding' } }, true, true),
    'encodingFailed',
  );
});

test('a file that is encoded and not protected yet is not ready', () => {
  const uploaded = { ...row, state: 'uploaded', sentBytes: 200 } as const;
  const made = { ...NOT_YET_CHECKED, state: 'complete', processing: 'completed' } as const;
  const kind = (protecting: Check['protecting']) =>
    getRowKind({ ...uploaded, check: { ...made, protecting } }, true, true);
  assert.deepEqual([kind('running'), kind('failed')], ['protecting', 'protectionFailed']);
  assert.equal(kind(null), 'ready');
});

test('time left counts what goes on by itself, not what waits for a person', () => {
  const paused = { ...row, state: 'paused', bytesPerSecond: null } as const;
  const totals = countTotals([
    row,
    { ...row, state: 'queued', sentBytes: 0, bytesPerSecond: null },
    paused,
  ]);
  assert.equal(totals.secondsLeft, (150 + 200) / 10);
  assert.equal(totals.progress, 100 / 600);
  assert.equal(countTotals([]).progress, 0);
});
