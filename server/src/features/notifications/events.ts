import { defineEvent, type EventFacts, type Listener, onEvery } from '../../base/events.ts';
import { recordNotifications } from './actions.ts';

/** An account has seen or read lines of its own, perhaps in another browser. */
export const notificationsMarked = defineEvent<EventFacts & { accountId: string }>({
  name: 'notification.marked',
  isAudited: false,
  subject: 'notification',
});

/** Each kind of event says itself what it tells of, and to whom. */
export const notificationListeners: readonly Listener[] = [onEvery(recordNotifications)];
