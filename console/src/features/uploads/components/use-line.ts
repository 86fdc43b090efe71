import { useSyncExternalStore } from 'react';
import { createClock } from '../../../base/use-now.ts';

function subscribeLine(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribeLine, () => navigator.onLine);
}

const clock = createClock(500);
const noClock = () => () => undefined;

/** The time, renewed twice a second while `isNeeded`. */
export function useNow(isNeeded: boolean): number {
  return useSyncExternalStore(isNeeded ? clock.subscribe : noClock, clock.get);
}
