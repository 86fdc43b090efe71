import { useSyncExternalStore } from 'react';

/** A value outside React that parts of the page follow. */
export type Store<T> = {
  get: () => T;
  set: (next: T) => void;
  /** @returns what ends it */
  subscribe: (listener: () => void) => () => void;
};

/**
 * Makes a store. `watch` is called with the first subscriber: it starts what changes the value from outside,
 * and returns how to stop that.
 */
export function createStore<T>(first: T, watch?: () => () => void): Store<T> {
  let value = first;
  let unwatch: (() => void) | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) unwatch = watch?.();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) unwatch?.();
      };
    },
  };
}

/** Watches for what other tabs change in the browser's storage. */
export function watchStorage(onChange: (event: StorageEvent) => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

export function useStore<T>({ subscribe, get }: Store<T>): T {
  return useSyncExternalStore(subscribe, get);
}
