import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPolicy } from './policy.ts';

const settings = { title: 'a', tags: [], presetId: 'p' };

test('the next try of a file keeps its own countries', () => {
  const appliedRule = { allowCountryCodes: ['TH'], denyCountryCodes: [] };
  const geoblockPolicy = { type: 'customRule' as const, appliedRule };
  assert.equal(getPolicy({ ...settings, geoblockPolicy }), geoblockPolicy);
});

test('a file of an earlier release keeps its rule', () => {
  assert.deepEqual(getPolicy({ ...settings, ruleId: 'r' }), { type: 'existingRule', ruleId: 'r' });
  assert.deepEqual(getPolicy({ ...settings, ruleId: null }), { type: 'none' });
});
