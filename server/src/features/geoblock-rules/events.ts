import { defineChange, defineEvent } from '../../base/events.ts';

const subject = 'geoblockRule';
export const geoblockRuleCreated = defineEvent({ name: 'geoblockRule.created', subject });
export const geoblockRuleChanged = defineChange({ name: 'geoblockRule.changed', subject });
export const geoblockRuleDeleted = defineEvent({ name: 'geoblockRule.deleted', subject });
