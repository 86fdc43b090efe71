import { SEEK_STEP_SEC } from './seek-buttons.ts';

/** The second tap comes within this time after the first, and each further one within the other. */
const SECOND_TAP_MS = 300;
const FURTHER_TAP_MS = 700;

export type Tap =
  | { readonly type: 'single' | 'double' }
  /** `totalSec` is how far all taps of this row have gone. */
  | { readonly type: 'seek'; readonly deltaSec: number; readonly totalSec: number };

type Third = 'left' | 'middle' | 'right';

function getThird(fraction: number): Third {
  if (fraction < 1 / 3) return 'left';
  return fraction > 2 / 3 ? 'right' : 'middle';
}

/**
 * Returns a function that says what a tap is, from its place (0 to 1 along the player) and time in
 * milliseconds: a second one in the same place seeks at the sides, and further ones add up.
 */
export function createTaps(): (fraction: number, atMs: number) => Tap {
  let last: { third: Third; atMs: number } | null = null;
  let steps = 0;
  return (fraction, atMs) => {
    const third = getThird(fraction);
    const withinMs = steps > 0 ? FURTHER_TAP_MS : SECOND_TAP_MS;
    const isNext = last?.third === third && atMs - last.atMs <= withinMs;
    last = { third, atMs };
    if (!isNext) {
      steps = 0;
      return { type: 'single' };
    }
    if (third === 'middle') {
      last = null;
      return { type: 'double' };
    }
    steps += 1;
    const deltaSec = third === 'left' ? -SEEK_STEP_SEC : SEEK_STEP_SEC;
    return { type: 'seek', deltaSec, totalSec: deltaSec * steps };
  };
}
