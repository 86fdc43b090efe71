import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWithinQuota, MAX_AN_HOUR, type QuotaKind } from './rules.ts';

test('an account may use so much in an hour', () => {
  assert.deepEqual(MAX_AN_HOUR, {
    videos: 10_000,
    uploadBytes: 2_199_023_255_552,
    pageViews: 3600,
    keyServerTests: 300,
    batchVideos: 1_000_000,
    invitations: 200,
    domainChecks: 300,
  });
});

test('the quota may be used up and not passed, but for the first of all', () => {
  for (const kind of Object.keys(MAX_AN_HOUR) as QuotaKind[]) {
    const max = MAX_AN_HOUR[kind];
    assert.equal(isWithinQuota(kind, max - 1, 1), true, kind);
    assert.equal(isWithinQuota(kind, max - 1, 2), false, kind);
    assert.equal(isWithinQuota(kind, 1, max), false, kind);
    assert.equal(isWithinQuota(kind, 0, max + 1), true, kind);
  }
});
