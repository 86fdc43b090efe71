import type { Scene, TestCalls } from '../../test-calls.ts';

const rule = async ({ ask }: Scene) => (await ask('GET', '/api/v1/geoblock-rules')).data[0]?.['id'];

export const testCalls: TestCalls = {
  things: { 'geoblock-rules/{id}': rule, geoblockRuleId: rule, ruleId: rule },
};
