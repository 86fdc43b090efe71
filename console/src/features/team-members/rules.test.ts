import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TeamMember } from '@kinora/contract/team-members';
import { findMembers, isLastAdmin, isOnline } from './rules.ts';

const member = (name: string, rest: Partial<Omit<TeamMember, 'account'>> = {}): TeamMember => ({
  account: { id: name, name, email: `${name.length}@example.com` },
  role: 'user',
  isEnabled: true,
  joinedAt: '2026-11-01T00:00:00.000Z',
  lastSeenAt: null,
  ...rest,
});

test('members are found by their name, as it is spoken, and by their address', () => {
  const all = [member('มาลี'), member('Somchai Jaidee')];
  const find = (text: string) => findMembers(all, text).map(({ account }) => account.name);
  assert.deepEqual(find('มาล'), ['มาลี']);
  assert.deepEqual(find('mali'), ['มาลี']);
  assert.deepEqual(find('JAIDEE'), ['Somchai Jaidee']);
  assert.deepEqual(find('14@example'), ['Somchai Jaidee']);
  assert.deepEqual(find('malee'), []);
  assert.deepEqual(find(''), ['มาลี', 'Somchai Jaidee']);
});

test('the last administrator is the only one who is not suspended', () => {
  const one = member('a', { role: 'admin' });
  const suspended = member('b', { role: 'admin', isEnabled: false });
  const manager = member('c', { role: 'manager' });
  assert.equal(isLastAdmin([one, suspended, manager], one), true);
  assert.equal(isLastAdmin([one, suspended, manager], suspended), false);
  assert.equal(isLastAdmin([one, suspended, manager], manager), false);
  assert.equal(isLastAdmin([one, member('d', { role: 'admin' })], one), false);
});

test('a member is here for five minutes after a request', () => {
  const now = Date.parse('2026-11-20T10:05:00Z');
  assert.equal(isOnline('2026-11-20T10:00:00Z', now), true);
  assert.equal(isOnline('2026-11-20T09:59:59Z', now), false);
});
