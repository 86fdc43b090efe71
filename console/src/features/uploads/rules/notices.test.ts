import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestUpload } from '../test-upload.ts';
import { type Check, NOT_YET_CHECKED } from './check.ts';
import { findEnded } from './notices.ts';

const upload = (key: string, check: Partial<Check> | null) =>
  createTestUpload(key, { check: check && { ...NOT_YET_CHECKED, ...check } });
const READY = { state: 'complete', processing: 'completed', isFinal: true } as const;

test('an upload has ended once its check is final, and only where it was seen on its way', () => {
  const before = [upload('ready', null), upload('bad', {}), upload('known', READY)];
  const now = [
    upload('ready', READY),
    upload('bad', { state: 'error', fault: 'file', isFinal: true }),
    upload('known', READY),
    upload('new', READY),
  ];
  assert.deepEqual(
    findEnded(before, now).map(({ item, outcome }) => [item.key, outcome]),
    [
      ['ready', 'ready'],
      ['bad', 'failed'],
    ],
  );
  assert.deepEqual(findEnded(now, now), []);
});

test('a check that was given up is not reported, as its end is unknown', () => {
  const late = upload('late', { state: 'overtime', isFinal: true });
  assert.deepEqual(findEnded([upload('late', {})], [late]), []);
});
