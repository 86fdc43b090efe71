import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Membership } from '@kinora/contract/project-members';
import { findMembers, getStanding, groupOutcomes } from './rules.ts';

function member(name: string, email: string): Membership {
  const account = { id: email, name, email, role: 'user' as const, isEnabled: true };
  return {
    accountId: email,
    projectRole: 'viewer',
    addedAt: '2026-01-01T00:00:00Z',
    addedBy: null,
    account: { ...account, activatedAt: name === '' ? null : '2026-01-01T00:00:00Z' },
  };
}

const members = [member('มาลี ใจดี', 'malee@x.co'), member('Nok', 'n@x.co'), member('', 'new@x.co')];
const found = (text: string) => findMembers(members, text).map(({ accountId }) => accountId);

test('members are found by a part of their name, invited people by their address', () => {
  assert.deepEqual(found('ใจดี'), ['malee@x.co']);
  assert.deepEqual(found(' nO'), ['n@x.co']);
  assert.deepEqual(found('new'), ['new@x.co']);
  // The address of somebody with a name isn't searched.
  assert.deepEqual(found('malee'), []);
  assert.equal(found('').length, 3);
});

test('an address stands in the project, in the team or outside', () => {
  const one = (email: string, isEnabled: boolean) => ({
    account: { id: email, name: 'A', email },
    role: 'user' as const,
    isEnabled,
    joinedAt: '2026-01-01T00:00:00Z',
    lastSeenAt: null,
  });
  const people = {
    inProject: members,
    inTeam: [one('n@x.co', true), one('off@x.co', false), one('on@x.co', true)],
  };
  const all = ['n@x.co', 'new@x.co', 'off@x.co', 'on@x.co', 'else@x.co'];
  assert.deepEqual(
    all.map((address) => getStanding(address, people)),
    ['inProject', 'inProject', 'suspended', 'colleague', 'stranger'],
  );
});

test('what became of addresses is told by outcome', () => {
  const all = [
    { email: 'a', outcome: 'failed' as const },
    { email: 'b', outcome: 'added' as const },
    { email: 'c', outcome: 'failed' as const },
  ];
  assert.deepEqual(groupOutcomes(all), [
    { outcome: 'added', emails: ['b'] },
    { outcome: 'failed', emails: ['a', 'c'] },
  ]);
});
