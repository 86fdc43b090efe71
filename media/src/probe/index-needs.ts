import { readPresentation } from '../mp4/mp4-edits.ts';
import type { Mp4Index, Mp4Track } from '../mp4/mp4-index.ts';

/**
 * Prepares to tell for many moments, with the samples read through once, the offset in the file
 * below which everything lies that is needed to play until then, the index included when it comes
 * first. Infinity covers the whole media.
 */
export function prepareNeededBytes(index: Mp4Index): (endSeconds: number) => number {
  const tracks = index.tracks.map((track) => prepareTrackNeeds(index, track));
  const indexEnd = index.isIndexFirst ? index.moov.end : 0;
  return (endSeconds) => Math.max(indexEnd, ...tracks.map((needs) => needs(endSeconds)));
}

function prepareTrackNeeds(index: Mp4Index, track: Mp4Track): (endSeconds: number) => number {
  const { samples, timescale } = track;
  if (!samples) return () => 0;
  const presentation = readPresentation(track, index.timescale);
  // Without a simple edit list the order of the media counts.
  const start = Math.max(0, presentation?.mediaStart ?? 0);
  const shift = start - (presentation?.movieStart ?? 0);
  const ends = new Float64Array(samples.count);
  const from = new Float64Array(samples.count);
  for (let n = 0; n < samples.count; n++)
    ends[n] = Math.max(ends[n - 1] ?? 0, (samples.offset[n] ?? 0) + (samples.size[n] ?? 0));
  // A frame may be shown before one that is decoded earlier: the minimum of this frame and all
  // later ones.
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

// ffprobe reads these to know the streams, and decodes some to see whether that works.
const PROBED_SAMPLES = 48;

/**
 * Returns the offset in the file below which the first samples of every track lie: enough for a
 * probe.
 */
export function getProbeNeededBytes(index: Mp4Index): number {
  let end = index.isIndexFirst ? index.moov.end : 0;
  for (const { samples } of index.tracks)
    for (let n = 0; n < Math.min(samples?.count ?? 0, PROBED_SAMPLES); n++)
      end = Math.max(end, (samples?.offset[n] ?? 0) + (samples?.size[n] ?? 0));
  return end;
}

/** Returns the end of the last sample; it lies beyond the file's size when the file was cut off. */
export function getMediaEnd({ tracks }: Mp4Index): number {
  let end = 0;
  for (const { samples } of tracks)
    for (let n = 0; n < (samples?.count ?? 0); n++)
      end = Math.max(end, (samples?.offset[n] ?? 0) + (samples?.size[n] ?? 0));
  return end;
}
