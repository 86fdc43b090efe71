import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLinkEnd } from './link-end.ts';

const now = new Date('2026-11-27T10:00:00Z');
const endOf = (term: 'hour' | 'day' | 'week') =>
  findLinkEnd({ term, until: '' }, now.getTime()).toISOString();

test('a link ends after its term, or at a time of the reader’s own clock', () => {
  assert.equal(endOf('hour'), '2026-11-27T11:00:00.000Z');
  assert.equal(endOf('day'), '2026-11-28T10:00:00.000Z');
  assert.equal(endOf('week'), '2026-12-04T10:00:00.000Z');
  const own = findLinkEnd({ term: 'own', until: '2027-01-02T03:04' }, now.getTime());
  assert.equal(own.getTime(), new Date(2027, 0, 2, 3, 4).getTime());
});
