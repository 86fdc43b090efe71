import type { Scene, TestCalls } from '../../test-calls.ts';

const rule = async ({ ask }: Scene) =>
  (await ask('POST', '/api/v1/geoblock-rules', { name: 'Here', allowCountryCodes: ['TH'] }))['id'];

export const testCalls: TestCalls = {
  things: { 'geoblock-rules/{id}': rule, geoblockRuleId: rule, ruleId: rule },
};
