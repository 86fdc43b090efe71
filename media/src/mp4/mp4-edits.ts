import type { Mp4Track } from './mp4-index.ts';
import type { Mp4Samples } from './mp4-samples.ts';

/** The part of a track that a simple edit list shows, and where it lies on the movie's clock. */
export type Presentation = {
  /** samples with times in [mediaStart, mediaEnd) are shown, in ticks of the track */
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

/**
 * Finds the time of the frame that is shown last, and how long it lasts, both in ticks of the track.
 * Durations in the index don't fit reordered frames. There the edit list tells the end, unless it differs
 * from the index only by rounding, up to `roundedTicks`; else the last sample in decode order does, which has
 * a duration of its own.
 */
export function findLastFrame(
  { pts, dts }: Pick<Mp4Samples, 'pts' | 'dts'>,
  indexes: Uint32Array,
  { mediaEnd, roundedTicks }: { mediaEnd: number; roundedTicks: number },
): { latest: number; lastTicks: number } {
  const last = indexes.at(-1) ?? 0;
  let latest = indexes[0] ?? 0;
  let isReordered = false;
  for (const n of indexes) {
    if ((pts[n] ?? 0) > (pts[latest] ?? 0)) latest = n;
    else if (n !== latest) isReordered = true;
  }
  const getTicks = (n: number): number => (dts[n + 1] ?? 0) - (dts[n] ?? 0);
  const shown = pts[latest] ?? 0;
  const own = Math.max(1, getTicks(latest));
  if (!isReordered) return { latest: shown, lastTicks: own };
  const indexed = getTicks(last) > 1 ? Math.min(own, getTicks(last)) : own;
  const edited = mediaEnd - shown;
  const isTold = Number.isFinite(edited) && Math.abs(edited - indexed) > 1.5 * roundedTicks + 1;
  return { latest: shown, lastTicks: isTold && edited >= 1 ? Math.round(edited) : indexed };
}
