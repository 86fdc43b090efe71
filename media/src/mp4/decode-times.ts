/**
 * Lists decode times for the frames of a GOP, whose presentation times are given in decode order: as late as
 * their order allows, up to the sorted presentation times. The first is the first frame's time. They rise,
 * and none is later than its frame's presentation time plus `delayTicks`, which a track's edit list takes
 * back. Without a delay they are the sorted times, and offsets may be negative. A delay must have at least
 * one tick per frame of `measureReorderDepth`.
 */
export function listDecodeTimes(presentation: readonly number[], delayTicks: number): number[] {
  const sorted = presentation.toSorted((a, b) => a - b);
  if (delayTicks === 0) return sorted;
  // Frames that wait for the same one are decoded in a row, all within the delay.
  const step = Math.floor(delayTicks / Math.max(1, measureReorderDepth(presentation)));
  const decode = sorted.slice();
  let nextShown = Infinity;
  for (let n = presentation.length - 1; n >= 0; n--) {
    const shown = sorted[n] ?? 0;
    nextShown = Math.min(nextShown, presentation[n] ?? 0);
    const length = (sorted[n + 1] ?? Infinity) - shown;
    const latest = (decode[n + 1] ?? Infinity) - Math.min(length, step);
    decode[n] = Math.min(shown, nextShown + delayTicks, latest);
  }
  return decode;
}

/** Counts the max frames of a GOP that are decoded before one that is shown before them. */
export function measureReorderDepth(presentation: readonly number[]): number {
  const order = presentation.map((_, n) => n);
  order.sort((a, b) => (presentation[a] ?? 0) - (presentation[b] ?? 0));
  return order.reduce((depth, n, rank) => Math.max(depth, n - rank), 0);
}

// At slower rates frames are decoded sooner instead: players that ignore edit lists, and those that
// take composition times for media times (hls.js), would be as late as the delay.
const MAX_FRAME_SECONDS = 0.05;

/**
 * Returns by how many ticks all frames of a track are composed later than they are shown: frames of
 * 50 ms at most, as many as are reordered.
 */
export function toDelayTicks(depth: number, frameTicks: number, timescale: number): number {
  return depth * Math.max(1, Math.ceil(Math.min(frameTicks, MAX_FRAME_SECONDS * timescale)));
}
