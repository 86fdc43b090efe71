import { defineEvent, type EventFacts } from '../../../base/events.ts';

/** An account has seen or read lines of its own, perhaps in another browser. */
export const notificationsMarked = defineEvent<EventFacts & { accountId: string }>({
  name: 'notification.marked',
  isAudited: false,
  subject: 'notification',
});
