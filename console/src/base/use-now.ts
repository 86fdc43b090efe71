import { createStore, type Store, useStore } from './store.ts';

/** The present in ms, which moves as often as that while anybody follows it. */
export function createClock(everyMs: number): Store<number> {
  const clock: Store<number> = createStore(Date.now(), () => {
    const tick = () => clock.set(Date.now());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  });
  return clock;
}

const halfMinutes = createClock(30_000);

/** The present in ms, for pages that say how long ago something was; moves every half minute. */
export function useNow(): number {
  return useStore(halfMinutes);
}
