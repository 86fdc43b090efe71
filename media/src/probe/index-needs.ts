import { readPresentation } from '../mp4/mp4-edits.ts';
import type { Mp4Index, Mp4Track } from '../mp4/mp4-index.ts';

/**
 * Offset in the file below which everything lies that is needed to play until `endSeconds`, its index
 * included when that comes first. Infinity asks for the whole media.
 */
export function needsBytes(index: Mp4Index, endSeconds: number): number {
  return needsOf(index)(endSeconds);
}

/** The same for many moments: the samples are looked through once. */
export function needsOf(index: Mp4Index): (endSeconds: number) => number {
  const tracks = index.tracks.map((track) => trackNeeds(index, track));
  const least = index.isIndexFirst ? index.moov.end : 0;
  return (endSeconds) => Math.max(least, ...tracks.map((needs) => needs(endSeconds)));
}

function trackNeeds(index: Mp4Index, track: Mp4Track): (endSeconds: number) => number {
  const { samples, timescale } = track;
  if (!samples) return () => 0;
  const presentation = readPresentation(track, index.timescale);
  // Of an edit list that is not simple the order of the media is taken.
  const start = Math.max(0, presentation?.mediaStart ?? 0);
  const shift = start - (presentation?.movieStart ?? 0);
  const ends = new Float64Array(samples.count);
  const from = new Float64Array(samples.count);
  for (let n = 0; n < samples.count; n++)
    ends[n] = Math.max(ends[n - 1] ?? 0, (samples.offset[n] ?? 0) + (samples.size[n] ?? 0));
  // A picture may be shown before one that is decoded earlier: the soonest of this one and all later.
  for (let n = samples.count - 1; n >= 0; n--)
    from[n] = Math.min(from[n + 1] ?? Infinity, samples.pts[n] ?? 0, samples.dts[n] ?? 0);
  return (endSeconds) => {
    const until = endSeconds * timescale + shift;
    let [low, high] = [0, samples.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((from[middle] ?? 0) < until) low = middle + 1;
      else high = middle;
    }
    return ends[low - 1] ?? 0;
  };
}

// What ffprobe reads to know the streams, and what is decoded to see whether that works.
const PROBED_SAMPLES = 48;

/** Offset in the file below which the first samples of every track lie: enough for a probe. */
export function probeNeedsBytes(index: Mp4Index): number {
  let end = index.isIndexFirst ? index.moov.end : 0;
  for (const { samples } of index.tracks)
    for (let n = 0; n < Math.min(samples?.count ?? 0, PROBED_SAMPLES); n++)
      end = Math.max(end, (samples?.offset[n] ?? 0) + (samples?.size[n] ?? 0));
  return end;
}

/** The end of the last sample; beyond the file's size when the file was cut off. */
export function mediaEnd({ tracks }: Mp4Index): number {
  let end = 0;
  for (const { samples } of tracks)
    for (let n = 0; n < (samples?.count ?? 0); n++)
      end = Math.max(end, (samples?.offset[n] ?? 0) + (samples?.size[n] ?? 0));
  return end;
}
