import { AppError } from './errors.ts';

/** Does work in its turn. Rejects as the work does, or with AppError unavailable. */
export type TakeTurn = <Done>(work: () => Promise<Done>) => Promise<Done>;

/** By then a full queue has moved on: its work takes parts of a second, rarely seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Opens a queue for work that takes a large part of shared resources (threads, cores, memory).
 *
 * @param atOnce so much of it is done at one time, in the order in which it came
 * @param maxWaiting so much waits beside that; what comes then is refused as unavailable, with Retry-After
 */
export function createTurns(atOnce: number, maxWaiting: number): TakeTurn {
  const waiting: (() => void)[] = [];
  let active = 0;
  return async (work) => {
    if (active < atOnce) active += 1;
    else if (waiting.length < maxWaiting) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    try {
      return await work();
    } finally {
      // The next in line takes over this turn, so that a newcomer can't get in before it.
      const next = waiting.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
