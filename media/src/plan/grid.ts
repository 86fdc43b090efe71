import type { SegmentRuns } from '@kinora/contract/stream';
import type { Fraction, FrameTimes } from '../probe/source-probe.ts';

const GOP_SECONDS = 2;
const GOPS_PER_SEGMENT = 3;

/** Borders of all segments of a stream, known before anything is encoded. In ticks from 0. */
export type Grid = {
  timescale: number;
  /** first tick of each segment, ascending, from 0 */
  borders: number[];
  /** end of the last frame */
  endTick: number;
};

/**
 * Finds a timescale in which every frame of a constant rate lasts whole ticks: 90,000 a second
 * where that fits, else a multiple of the rate's numerator.
 */
export function toConstantTimescale(rate: Fraction): { timescale: number; frameTicks: number } {
  const exact = (90_000 * rate.denominator) / rate.numerator;
  if (Number.isInteger(exact)) return { timescale: 90_000, frameTicks: exact };
  const factor = Math.ceil(10_000 / rate.numerator);
  return { timescale: rate.numerator * factor, frameTicks: rate.denominator * factor };
}

/**
 * Counts frames between two IDR frames: two seconds in whole frames, and a multiple of `step`, so
 * that renditions that keep every `step`-th frame have their IDR frames at the same times.
 */
export function countGopFrames(rate: Fraction, step: number): number {
  return step * Math.max(1, Math.round((GOP_SECONDS * rate.numerator) / rate.denominator / step));
}

/** Creates segments of three GOPs each (29.97: 180 frames, 6.006 s); the last one may be short. */
export function createConstantGrid(rate: Fraction, frameCount: number, step: number): Grid {
  const { timescale, frameTicks } = toConstantTimescale(rate);
  const segment = GOPS_PER_SEGMENT * countGopFrames(rate, step);
  const borders = Array.from(
    { length: Math.ceil(frameCount / segment) },
    (_, n) => n * segment * frameTicks,
  );
  return { timescale, borders, endTick: frameCount * frameTicks };
}

const VARIABLE_TIMESCALE = 90_000;

/**
 * Creates borders on the real frame times of a variable-rate source: segment k begins with the
 * first frame at or after 6k seconds, and IDR frames stand at the first frame at or after each 2
 * seconds. `keyTicks` lists all of them, borders included. Times count from the first frame.
 */
export function createVariableGrid(
  frames: FrameTimes,
): Grid & { keyTicks: number[]; frameCount: number } {
  const { ticks, timeBase } = frames;
  const scale = (VARIABLE_TIMESCALE * timeBase.numerator) / timeBase.denominator;
  const first = ticks[0] ?? 0;
  const borders: number[] = [];
  const keyTicks: number[] = [];
  let nextGop = 0;
  let nextSegment = 0;
  let last = -1;
  let frameCount = 0;
  for (const at of ticks) {
    const tick = Math.round((at - first) * scale);
    if (tick <= last) continue;
    last = tick;
    frameCount += 1;
    const gop = Math.floor(tick / (VARIABLE_TIMESCALE * GOP_SECONDS));
    if (gop < nextGop) continue;
    keyTicks.push(tick);
    nextGop = gop + 1;
    if (gop < nextSegment) continue;
    borders.push(tick);
    nextSegment = (Math.floor(gop / GOPS_PER_SEGMENT) + 1) * GOPS_PER_SEGMENT;
  }
  const endTick = last + Math.max(1, Math.round(frames.lastTicks * scale));
  return { timescale: VARIABLE_TIMESCALE, borders, endTick, keyTicks, frameCount };
}

// A source may have key frames as often as it likes; more than these gain a rendition nothing.
const MIN_KEY_SECONDS = 1;

/** Keeps all borders, and of the other key frames those that lie a second after any before. */
export function thinKeys(source: {
  timescale: number;
  borders: readonly number[];
  keyTicks: readonly number[];
}): number[] {
  const borders = new Set(source.borders);
  const minTicks = MIN_KEY_SECONDS * source.timescale;
  let last = -Infinity;
  return [...new Set([...source.keyTicks, ...borders])]
    .sort((a, b) => a - b)
    .filter((tick) => {
      if (!borders.has(tick) && tick - last < minTicks) return false;
      last = tick;
      return true;
    });
}

/** Length of an AAC frame in samples (ISO/IEC 14496-3, AAC-LC). */
export const AAC_FRAME = 1024;
/** Length of an Opus frame of 20 ms in samples (RFC 6716 §2.1.4). */
export const OPUS_FRAME = 960;

/**
 * Lists the first audio frame of each segment: a frame belongs to the segment in which its middle
 * lies, so audio borders stay within half a frame of the video's. Durations of AAC alternate (6.016
 * s, 5.995 s).
 */
export function listAudioBorders(
  grid: Grid,
  sampleRate: number,
  frameSamples = AAC_FRAME,
): number[] {
  return grid.borders.map((tick) =>
    Math.max(
      0,
      Math.ceil(((tick / grid.timescale) * sampleRate - (frameSamples / 2 - 1)) / frameSamples),
    ),
  );
}

/** Run-length encodes the segment durations between ascending borders and an end. */
export function toSegmentRuns(borders: readonly number[], end: number): SegmentRuns {
  const runs: SegmentRuns = [];
  for (const [n, start] of borders.entries()) {
    const ticks = (borders[n + 1] ?? end) - start;
    const last = runs.at(-1);
    if (last?.ticks === ticks) last.count += 1;
    else runs.push({ count: 1, ticks });
  }
  return runs;
}
