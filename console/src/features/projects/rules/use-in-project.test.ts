import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUsedBy, readUse } from './use-in-project.ts';

test('an address names one thing, or none', () => {
  assert.deepEqual(readUse({ channel: 'c1' }), { kind: 'channel', id: 'c1' });
  assert.deepEqual(readUse({ rule: 'r1' }), { kind: 'rule', id: 'r1' });
  assert.equal(readUse({}), undefined);
  assert.equal(readUse({ player: ['p1'] }), undefined);
});

test('a project uses its channels, its player and its rule', () => {
  const project = { playbackChannelIds: ['c1', 'c2'], playerId: null, geoblockRuleId: 'r1' };
  const uses = (kind: 'channel' | 'player' | 'rule', id: string) => isUsedBy(project, { kind, id });
  assert.deepEqual([uses('channel', 'c2'), uses('channel', 'c3')], [true, false]);
  assert.deepEqual([uses('rule', 'r1'), uses('rule', 'r2')], [true, false]);
  assert.equal(uses('player', 'p1'), false);
});
