import { type Listener, onEvery } from '../../base/events.ts';
import { recordEvents } from './actions.ts';

export const auditListeners: readonly Listener[] = [onEvery(recordEvents)];
