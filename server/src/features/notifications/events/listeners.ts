import { type Listener, onEvery } from '../../../base/events.ts';
import { recordNotifications } from '../actions.ts';

/** Each kind of event says itself what it tells of, and to whom. */
export const notificationListeners: readonly Listener[] = [onEvery(recordNotifications)];
