import type { Mp4Samples } from '../mp4/mp4-samples.ts';

/** A key frame and the pictures after it up to the next: samples [first, end) in decode order. */
export type Gop = {
  first: number;
  end: number;
  /** ticks from the first picture of the copy */
  startTick: number;
};

/** The GOPs of `frameCount` samples from `firstSample`, which must be a key frame. */
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

/** The most ticks by which a sample would be shown before its GOP's sorted times decode it. */
export function reorderedTicks({ pts }: Mp4Samples, gops: readonly Gop[]): number {
  let most = 0;
  for (const { first, end } of gops) {
    const ordered = pts.slice(first, end).sort();
    for (const [n, decode] of ordered.entries())
      most = Math.max(most, decode - (pts[first + n] ?? 0));
  }
  return most;
}

const ENOUGH_SECONDS = 6.05;
const SHORT_SECONDS = 2;
const MOST_SECONDS = 8;

/**
 * Borders on key frames: a segment takes GOPs up to about 6 s. One that would stay below 2 s may
 * take one more, up to 8 s. `keyTicks` ascend from 0.
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
    const held = (tick - start) / timescale;
    const next = ((keyTicks[n + 1] ?? endTick) - start) / timescale;
    const takesOneMore = next <= (held < SHORT_SECONDS ? MOST_SECONDS : ENOUGH_SECONDS);
    if (!takesOneMore) borders.push(tick);
  }
  return borders;
}

/** The GOPs of each segment. */
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

/** Bytes that `writeFragment` makes for so many samples. */
export function fragmentHeaderBytes(samples: number): number {
  return FRAGMENT_BYTES + SAMPLE_BYTES * samples;
}

/** Bytes of the samples [first, end). */
export function sampleBytes({ size }: Mp4Samples, first: number, end: number): number {
  let bytes = 0;
  for (let n = first; n < end; n++) bytes += size[n] ?? 0;
  return bytes;
}
