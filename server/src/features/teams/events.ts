import { defineEvent } from '../../base/events.ts';
import { seenInTeam } from '../../base/published-documents.ts';

const subject = 'team';
export const teamCreated = defineEvent({
  name: 'team.created',
  subject,
  published: seenInTeam,
});
export const memberAdded = defineEvent({ name: 'team.memberAdded', subject });
