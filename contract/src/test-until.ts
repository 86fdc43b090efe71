/** Machines that run tests are shared: this is how long until something surely went wrong. */
const PATIENCE_S = 240;

type Options = { seconds?: number; everyMs?: number };

/**
 * Asks again until the answer is neither false, null nor undefined, and returns it. Throws after
 * `seconds` (240) with `what` is waited for.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  { seconds = PATIENCE_S, everyMs = 25 }: Options = {},
): Promise<Exclude<T, false | null | undefined>> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined) {
      return answer as Exclude<T, false | null | undefined>;
    }
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
