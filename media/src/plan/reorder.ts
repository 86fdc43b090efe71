import { toDelayTicks } from '../mp4/decode-times.ts';
import { toFrameTicks } from './piece-window.ts';
import type { VideoIntent } from './ladder.ts';
import type { VideoTiming } from './encoding-plan.ts';

// x264 and x265 use one level of B-frame references at most: two frames may be decoded before one
// that is shown before both. AV1 and VP9 have frames that are never shown instead.
const DEPTH = 2;

/**
 * Returns the ticks by which an encoder's frames are composed later than they are shown. Every
 * piece of a rendition must come to the same.
 */
export function getReorderTicks(
  { codec }: Pick<VideoIntent, 'codec'>,
  timing: VideoTiming,
  frameStep: number,
  timescale: number,
): number {
  if (codec === 'av1' || codec === 'vp9') return 0;
  return toDelayTicks(DEPTH, frameStep * toFrameTicks(timescale, timing.rate), timescale);
}
