import { readPresentation } from './mp4-edits.ts';
import type { Mp4Index, Mp4Track } from './mp4-index.ts';

/**
 * Offset in the file below which everything lies that is needed to play until `endSeconds`, its index
 * included when that comes first. Infinity asks for the whole media.
 */
export function needsBytes(index: Mp4Index, endSeconds: number): number {
  const ends = index.tracks.map((track) => trackNeeds(index, track, endSeconds));
  return Math.max(index.isIndexFirst ? index.moov.end : 0, ...ends);
}

function trackNeeds(index: Mp4Index, track: Mp4Track, endSeconds: number): number {
  const { samples, timescale } = track;
  if (!samples) return 0;
  const presentation = readPresentation(track, index.timescale);
  // Of an edit list that is not simple the order of the media is taken.
  const start = Math.max(0, presentation?.mediaStart ?? 0);
  const until = endSeconds * timescale + start - (presentation?.movieStart ?? 0);
  let end = 0;
  let most = 0;
  for (let n = 0; n < samples.count; n++) {
    most = Math.max(most, (samples.offset[n] ?? 0) + (samples.size[n] ?? 0));
    // A picture may be shown before one that is decoded earlier.
    if (Math.min(samples.pts[n] ?? 0, samples.dts[n] ?? 0) < until) end = most;
  }
  return end;
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
