import { type Listener, onEvery } from '../../base/events.ts';
import { notifyListeners } from './actions.ts';

export const liveUpdateListeners: readonly Listener[] = [onEvery(notifyListeners)];
