/** A key is asked for so many times, which takes some hour: waits double from 5 s to 5 min. */
export const KEY_TRIES = 18;
/** The longest wait varies, so that streams waiting that long don't all ask at once. */
const [SHORTEST_LAST_S, LONGEST_LAST_S] = [240, 360];

/** Says how many seconds are at most between two tries for one key, other for each. */
export function getMaxKeyDelay(random = Math.random()): number {
  return Math.round(SHORTEST_LAST_S + random * (LONGEST_LAST_S - SHORTEST_LAST_S));
}

/**
 * Says after how many seconds a key is asked for again.
 *
 * @param failed tries so far, 1 or more
 * @returns null after the last one
 */
export function getKeyDelay(failed: number, random = Math.random()): number | null {
  if (failed >= KEY_TRIES) return null;
  const spread = 0.8 + random * 0.4;
  return Math.round(Math.min(300, 5 * 2 ** (failed - 1)) * spread);
}
