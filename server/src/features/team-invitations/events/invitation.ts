import { defineChange, defineEvent, type EventFacts } from '../../../base/events.ts';

const subject = 'teamInvitation';
export const invitationCreated = defineEvent({ name: 'invitation.created', subject });
/** Its role or its time. */
export const invitationChanged = defineChange({ name: 'invitation.changed', subject });
export const invitationWithdrawn = defineEvent({ name: 'invitation.withdrawn', subject });
/** `accountId` would tell that account alone: the one that has joined is `joinedId`. */
export const invitationAccepted = defineEvent<EventFacts & { joinedId: string }>({
  name: 'invitation.accepted',
  subject,
});
