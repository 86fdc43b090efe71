import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getExpiryState, toExpiry } from './rules.ts';

const now = Date.parse('2026-11-20T00:00:00Z');

test('a lifetime of days ends at the same time of day; none never ends', () => {
  assert.equal(toExpiry(30, now), '2026-12-20T00:00:00.000Z');
  assert.equal(toExpiry(null, now), null);
});

test('a token is soon at its end in its last week', () => {
  assert.equal(getExpiryState(null, now), 'never');
  assert.equal(getExpiryState('2026-11-20T00:00:00Z', now), 'expired');
  assert.equal(getExpiryState('2026-11-26T23:59:59Z', now), 'soon');
  assert.equal(getExpiryState('2026-11-27T00:00:00Z', now), 'later');
});
