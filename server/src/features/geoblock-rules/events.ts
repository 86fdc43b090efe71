import { defineChange, defineEvent } from '../../base/events.ts';
import { seenInTeam as published } from '../../base/published-documents.ts';

const subject = 'geoblockRule';
export const geoblockRuleCreated = defineEvent({
  name: 'geoblockRule.created',
  subject,
  published,
});
export const geoblockRuleChanged = defineChange({
  name: 'geoblockRule.changed',
  subject,
  published,
});
export const geoblockRuleDeleted = defineEvent({
  name: 'geoblockRule.deleted',
  subject,
  published,
});
