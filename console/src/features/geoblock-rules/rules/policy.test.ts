import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GeoblockPolicy } from '@kinora/contract/geoblock-rules';
import { beginPolicy, findPolicyLists, isPolicySet, toPolicyInput } from './policy.ts';

const toRule = (id: string, isTeamDefault: boolean, ...allowCountryCodes: string[]) => ({
  id,
  isTeamDefault,
  allowCountryCodes,
  denyCountryCodes: [],
});
const rules = [toRule('home', false, 'TH'), toRule('all', true)];

const policy = (type: GeoblockPolicy['type'], ruleId: string | null): GeoblockPolicy => ({
  type,
  ruleId,
  name: '',
  appliedRule: { allowCountryCodes: ['LA'], denyCountryCodes: [] },
});

test('a custom rule begins without countries, and an existing one with the default of the team', () => {
  assert.deepEqual(beginPolicy('customRule', rules), {
    type: 'customRule',
    appliedRule: { allowCountryCodes: [], denyCountryCodes: [] },
  });
  assert.deepEqual(beginPolicy('existingRule', rules), { type: 'existingRule', ruleId: 'all' });
});

test('only a policy with a rule or with countries of its own is set', () => {
  assert.ok(isPolicySet(beginPolicy('customRule', []), ''));
  assert.ok(isPolicySet({ type: 'none' }, 'home'));
  assert.ok(isPolicySet({ type: 'existingRule', ruleId: 'all' }, ''));
  assert.ok(!isPolicySet({ type: 'none' }, ''));
  assert.ok(!isPolicySet(beginPolicy('existingRule', []), 'home'));
});

test('a video that follows its project is under the rule that the project has now', () => {
  const none = toPolicyInput(policy('none', 'all'));
  assert.deepEqual(none, { type: 'none' });
  assert.equal(findPolicyLists(none, rules, 'home'), rules[0]);
  assert.equal(findPolicyLists(none, rules, 'other'), undefined);
});

test('the countries of a video with a policy of its own are not those of its project', () => {
  const existing = toPolicyInput(policy('existingRule', 'all'));
  assert.equal(findPolicyLists(existing, rules, 'home'), rules[1]);
  const custom = toPolicyInput(policy('customRule', null));
  assert.deepEqual(findPolicyLists(custom, rules, 'home')?.allowCountryCodes, ['LA']);
});
