import type { Mp4Track } from './mp4-index.ts';

/** The part of a track that a simple edit list shows, and where it lies on the movie's clock. */
export type Presentation = {
  /** samples are shown whose time lies in [mediaStart, mediaEnd), in ticks of the track */
  mediaStart: number;
  mediaEnd: number;
  /** where the shown part begins on the movie's clock, in ticks of the track */
  movieStart: number;
};

/**
 * Reads the presentation of a track without edits, or with at most one pause before one part at
 * normal speed; null for all other edit lists. Durations are rounded as ffmpeg does.
 */
export function readPresentation(
  { edits, timescale }: Pick<Mp4Track, 'edits' | 'timescale'>,
  movieTimescale: number,
): Presentation | null {
  if (edits.length === 0) return { mediaStart: -Infinity, mediaEnd: Infinity, movieStart: 0 };
  const inTicks = (duration: number): number =>
    Math.floor((duration * timescale) / movieTimescale + 0.5);
  const pause = edits[0]?.mediaTime === null ? edits[0] : null;
  const [part, ...more] = pause ? edits.slice(1) : edits;
  if (!part || more.length > 0 || part.mediaTime === null || part.mediaTime < 0) return null;
  if (part.rate !== 1 || part.duration === 0) return null;
  return {
    mediaStart: part.mediaTime,
    mediaEnd: part.mediaTime + inTicks(part.duration),
    movieStart: pause ? inTicks(pause.duration) : 0,
  };
}

/**
 * Lists the samples that are shown, in decode order, and the shift from their times to the movie's
 * clock as ffmpeg reads it: the first video frame moves to the start of its edit, audio keeps the
 * part of a frame that lies before it. Null when nothing is shown.
 */
export function listShownSamples(
  { handler, samples }: Pick<Mp4Track, 'handler' | 'samples'>,
  { mediaStart, mediaEnd, movieStart }: Presentation,
): { indexes: Uint32Array; shift: number } | null {
  if (!samples) return null;
  const { count, pts, dts } = samples;
  const indexes = new Uint32Array(count);
  let shown = 0;
  let earliest = Infinity;
  for (let n = 0; n < count; n++) {
    const at = pts[n] ?? 0;
    const length = (dts[n + 1] ?? 0) - (dts[n] ?? 0);
    const reaches = handler === 'soun' ? at + length > mediaStart : at >= mediaStart;
    if (!reaches || at >= mediaEnd) continue;
    indexes[shown++] = n;
    if (at < earliest) earliest = at;
  }
  if (shown === 0) return null;
  const from = handler === 'soun' ? mediaStart : earliest;
  const shift = mediaStart === -Infinity ? 0 : movieStart - from;
  return { indexes: indexes.subarray(0, shown), shift };
}
