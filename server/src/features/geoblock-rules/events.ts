import { defineEvent } from '../../base/events.ts';

export const geoblockRuleCreated = defineEvent({
  ...{ name: 'geoblockRule.created', subject: 'geoblockRule' },
});
