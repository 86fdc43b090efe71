import { defineEvent } from '../../base/events.ts';

const subject = 'geoblockRule';
export const geoblockRuleCreated = defineEvent({ name: 'geoblockRule.created', subject });
export const geoblockRuleChanged = defineEvent({ name: 'geoblockRule.changed', subject });
export const geoblockRuleDeleted = defineEvent({ name: 'geoblockRule.deleted', subject });
