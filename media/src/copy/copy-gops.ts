import type { Mp4Samples } from '../mp4/mp4-samples.ts';

/** A key frame and the frames after it up to the next: samples [first, end) in decode order. */
export type Gop = {
  first: number;
  end: number;
  /** ticks from the first frame of the copy */
  startTick: number;
};

/** Lists the GOPs of `frameCount` samples from `firstSample`, which must be a key frame. */
export function listGops(samples: Mp4Samples, firstSample: number, frameCount: number): Gop[] {
  const { pts, isSync } = samples;
  const origin = pts[firstSample] ?? 0;
  const end = firstSample + frameCount;
  const gops: Gop[] = [];
  for (let n = firstSample; n < end; n++) {
    if (isSync[n] !== 1) continue;
    const last = gops.at(-1);
    if (last) last.end = n;
    gops.push({ first: n, end, startTick: (pts[n] ?? 0) - origin });
  }
  return gops;
}

const ENOUGH_SECONDS = 6.05;
const SHORT_SECONDS = 2;
const MAX_SECONDS = 8;

/**
 * Chooses borders on key frames: a segment takes GOPs up to about 6 s. One that would stay below 2
 * s may take one more, up to 8 s. `keyTicks` ascend from 0.
 */
export function chooseBorders(
  keyTicks: readonly number[],
  endTick: number,
  timescale: number,
): number[] {
  const borders = [0];
  for (const [n, tick] of keyTicks.entries()) {
    if (n === 0) continue;
    const start = borders.at(-1) ?? 0;
    const seconds = (tick - start) / timescale;
    const nextSeconds = ((keyTicks[n + 1] ?? endTick) - start) / timescale;
    const takesOneMore = nextSeconds <= (seconds < SHORT_SECONDS ? MAX_SECONDS : ENOUGH_SECONDS);
    if (!takesOneMore) borders.push(tick);
  }
  return borders;
}

/** Groups GOPs by segment. */
export function groupGops(gops: readonly Gop[], borders: readonly number[]): Gop[][] {
  const segments: Gop[][] = [];
  for (const gop of gops) {
    if (gop.startTick === borders[segments.length]) segments.push([]);
    segments.at(-1)?.push(gop);
  }
  return segments;
}

// moof 8 + mfhd 16 + traf 8 + tfhd 16 + tfdt 20 + trun 20 and mdat's header 8; 16 for each sample.
const FRAGMENT_BYTES = 96;
const SAMPLE_BYTES = 16;

/** Returns the bytes that `writeFragment` writes for so many samples. */
export function getFragmentHeaderBytes(samples: number): number {
  return FRAGMENT_BYTES + SAMPLE_BYTES * samples;
}

/** Sums the bytes of the samples [first, end). */
export function sumSampleBytes({ size }: Mp4Samples, first: number, end: number): number {
  let bytes = 0;
  for (let n = first; n < end; n++) bytes += size[n] ?? 0;
  return bytes;
}
