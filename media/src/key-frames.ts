import type { KeyFrames } from '@kinora/contract/stream';

/**
 * Peak and average bit rate of an I-frame playlist, of whose pictures each is sent for as long as
 * it is shown. `timescale` is that of the ticks.
 */
export function iFrameBandwidth(
  { segments }: KeyFrames,
  timescale: number,
): { peakBps: number; averageBps: number } {
  let bytes = 0;
  let ticks = 0;
  let peakBps = 1;
  for (const [, length, duration] of segments.flat()) {
    bytes += length;
    ticks += duration;
    peakBps = Math.max(peakBps, Math.ceil((length * 8 * timescale) / duration));
  }
  return {
    peakBps,
    averageBps: Math.max(1, Math.ceil((bytes * 8 * timescale) / Math.max(1, ticks))),
  };
}
