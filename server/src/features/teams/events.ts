import { defineChange, defineEvent } from '../../base/events.ts';
import { seenInTeam } from '../../base/published-documents.ts';

const subject = 'team';
export const teamCreated = defineEvent({
  name: 'team.created',
  subject,
  published: seenInTeam,
});
/** Its name. */
export const teamChanged = defineChange({
  name: 'team.changed',
  subject,
  published: seenInTeam,
});
