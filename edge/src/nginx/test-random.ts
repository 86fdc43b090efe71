export type Random = {
  /** From 0 up to, and without, 1. */
  next(): number;
  pick<T>(from: readonly T[]): T;
  isOnce(inHowMany: number): boolean;
};

/** The same seed gives the same choices (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    pick: (from) => from[Math.floor(next() * from.length)] as (typeof from)[number],
    isOnce: (inHowMany) => next() * inHowMany < 1,
  };
}
