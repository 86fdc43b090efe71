import { setTimeout as sleep } from 'node:timers/promises';

type Options = { seconds?: number; everyMs?: number };

/**
 * Asks again until the answer is neither false, null nor undefined, and returns it.
 * Throws with `what` after `seconds` (30).
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  { seconds = 30, everyMs = 100 }: Options = {},
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<T, false | null | undefined>;
    }
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain for ${what}`);
    await sleep(everyMs);
  }
}
