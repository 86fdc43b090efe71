import { toFrameTicks } from './piece-window.ts';
import type { VideoIntent } from './ladder.ts';
import type { VideoTiming } from './encoding-plan.ts';
import type { FrameTimes, Fraction } from '../probe/source-probe.ts';

// x264 and x265 refer to one level of B frames at most: two pictures may be decoded before one that is
// shown before both. AV1 and VP9 have pictures that are never shown instead.
const DEPTH = 2;

/**
 * The most ticks by which an encoder decodes a picture later than it is shown, where decode times are
 * the sorted times of showing. Every piece of a rendition must come to the same.
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
  const gap = (count: number) => Math.ceil(longest(frames, count) * timescale) + 1;
  if (frameStep === 1) return gap(DEPTH);
  // What is left of the source's pictures lies a step and one of their own gaps apart at most.
  return DEPTH * Math.ceil(frame + gap(1));
}

/** Seconds from a picture to the one that comes so many later, at most. */
function longest({ ticks, timeBase }: { ticks: Float64Array; timeBase: Fraction }, count: number) {
  let most = 0;
  for (let n = count; n < ticks.length; n++)
    most = Math.max(most, (ticks[n] ?? 0) - (ticks[n - count] ?? 0));
  return (most * timeBase.numerator) / timeBase.denominator;
}
