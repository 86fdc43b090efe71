import { toFrameTicks } from './piece-window.ts';
import type { VideoIntent } from './ladder.ts';
import type { VideoTiming } from './encoding-plan.ts';
import type { FrameTimes, Fraction } from '../probe/source-probe.ts';

// x264 and x265 use one level of B-frame references at most: two frames may be decoded before one
// that is shown before both. AV1 and VP9 have frames that are never shown instead.
const DEPTH = 2;

/**
 * Returns the max ticks by which an encoder decodes a frame later than it is shown, where decode
 * times are the sorted presentation times. Every piece of a rendition must come to the same.
 */
export function getReorderTicks(
  { codec }: Pick<VideoIntent, 'codec'>,
  timing: VideoTiming,
  frameStep: number,
  { timescale, frames }: { timescale: number; frames: Pick<FrameTimes, 'ticks' | 'timeBase'> },
): number {
  if (codec === 'av1' || codec === 'vp9') return 0;
  const frame = frameStep * toFrameTicks(timescale, timing.rate);
  if (timing.mode === 'constant') return Math.ceil(DEPTH * frame);
  const gap = (count: number) => Math.ceil(findLongestGap(frames, count) * timescale) + 1;
  if (frameStep === 1) return gap(DEPTH);
  // The kept frames lie a step and one of the source's gaps apart at most.
  return DEPTH * Math.ceil(frame + gap(1));
}

/** Finds the max seconds from a frame to the one `count` frames later. */
function findLongestGap(
  { ticks, timeBase }: { ticks: Float64Array; timeBase: Fraction },
  count: number,
) {
  let maxGap = 0;
  for (let n = count; n < ticks.length; n++)
    maxGap = Math.max(maxGap, (ticks[n] ?? 0) - (ticks[n - count] ?? 0));
  return (maxGap * timeBase.numerator) / timeBase.denominator;
}
