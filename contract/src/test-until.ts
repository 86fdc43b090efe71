/** Machines that run tests are shared: this is how long until something surely went wrong. */
const PATIENCE_S = 240;

/** A wait that took a second already asks less often: asking costs CPU that the awaited work needs. */
const SOON_MS = 25;
const LATER_MS = 100;

type Options = { seconds?: number; everyMs?: number };

/**
 * Asks again until the answer is neither false, null nor undefined, and returns it. Throws after
 * `seconds` (240) with `what` is waited for.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  { seconds = PATIENCE_S, everyMs }: Options = {},
): Promise<Exclude<T, false | null | undefined>> {
  const start = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<T, false | null | undefined>;
    }
    const waited = performance.now() - start;
    if (waited > seconds * 1000) throw new Error(`waited ${seconds} s in vain for ${what}`);
    const pauseMs = everyMs ?? (waited < 1000 ? SOON_MS : LATER_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
