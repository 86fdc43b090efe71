import { listCoverSpans, type CoverSource } from './images/cover.ts';
import { selectRenditions } from './encode/encode-arguments.ts';
import { readPresentation } from './mp4/mp4-edits.ts';
import type { Mp4Index, Mp4Track } from './mp4/mp4-index.ts';
import { getPieceWindow, getReadStartSeconds, getReadEndSeconds } from './plan/piece-window.ts';
import type { PlannedPiece } from './plan/pieces.ts';
import type { EncodingPlan } from './plan/encoding-plan.ts';

/** Bytes of a file, `[start, end)`. */
export type ByteRange = { start: number; end: number };

// Programs may read this to know the streams before they seek: `buildInputArguments`.
const OPENING_BYTES = 20_000_000;
const OPENING_SECONDS = 11;
// A probe reads this of each track, however slow.
const OPENING_SAMPLES = 48;
// Bytes between samples are fetched along up to this.
const MAX_GAP = 256 * 1024;
// Ten hours of audio between large frames have some 70,000; files with more are fetched whole.
const MAX_RANGES = 200_000;
// Times of an index and of ffmpeg differ by frames, where an edit begins between two.
const SLACK_SECONDS = 1;

/**
 * Lists the bytes, beside an MP4's index, that a program reads to know its streams: the first
 * samples of every track, wherever they lie. Null when it may read all of the file.
 */
export function listOpeningRanges(index: Mp4Index): ByteRange[] | null {
  const ranges = index.tracks.map((track) => {
    const { samples, timescale } = track;
    let bytes = 0;
    let end = 0;
    for (; samples && end < samples.count; end++) {
      const isOver = bytes > OPENING_BYTES || (samples.dts[end] ?? 0) > OPENING_SECONDS * timescale;
      if (isOver && end >= OPENING_SAMPLES) break;
      bytes += samples.size[end] ?? 0;
    }
    return listRanges(track, 0, end);
  });
  return joinRanges(ranges);
}

/**
 * Lists the bytes of an MP4's media that a piece is encoded from, its opening included; null when
 * it may read all of the file. Throws RangeError when the plan has no such piece.
 */
export function listPieceRanges(
  index: Mp4Index,
  plan: EncodingPlan,
  piece: PlannedPiece,
): ByteRange[] | null {
  const window = getPieceWindow(plan, piece);
  if (plan.access !== 'seek' || piece.kind === 'copy') return null;
  const { video, audio } = selectRenditions(plan, piece);
  if (video.length > 0 && audio.length > 0) return null;
  const from = getReadStartSeconds(plan, window, video) ?? -Infinity;
  const span = { from, until: getReadEndSeconds(plan, piece) };
  return joinRanges([
    listOpeningRanges(index),
    listSpanRanges(index, video.length > 0 ? 'vide' : 'soun', span),
  ]);
}

/**
 * Lists the same for the frames that a cover is chosen from; null without video, since a waveform
 * shows all of the audio.
 */
export function listCoverRanges(index: Mp4Index, { video }: CoverSource): ByteRange[] | null {
  if (!video) return null;
  return joinRanges([
    listOpeningRanges(index),
    ...listCoverSpans(video).map((span) => listSpanRanges(index, 'vide', span)),
  ]);
}

type Span = { from: number; until: number };

/** Lists samples of a kind within seconds of the source's clock, from key frames on. */
function listSpanRanges(
  index: Mp4Index,
  handler: 'vide' | 'soun',
  { from, until }: Span,
): ByteRange[] | null {
  const tracks: Clocked[] = [];
  for (const track of index.tracks) {
    if (track.handler !== handler) continue;
    const shift = getShift(index, track);
    if (shift === null) return null;
    tracks.push({ track, shift });
  }
  // A program seeks to the key frame of one track, and in the others to those before that.
  let first = from - SLACK_SECONDS;
  for (const _ of tracks.slice(1))
    first = Math.min(first, ...tracks.map((one) => toSeconds(one, findKeyBefore(one, first))));
  const ranges = tracks.map((one) => {
    const end = countSamplesBefore(one, until + SLACK_SECONDS);
    return listRanges(one.track, Math.min(end, findKeyBefore(one, first)), end);
  });
  return joinRanges(ranges);
}

function joinRanges(lists: readonly (ByteRange[] | null)[]): ByteRange[] | null {
  return lists.includes(null) ? null : lists.flatMap((ranges) => ranges ?? []);
}

/** `shift` is added to the source's clock, in ticks, to come to the track's. */
type Clocked = { track: Mp4Track; shift: number };

function getShift(index: Mp4Index, track: Mp4Track): number | null {
  const presentation = readPresentation(track, index.timescale);
  return presentation && Math.max(0, presentation.mediaStart) - presentation.movieStart;
}

function toSeconds({ track, shift }: Clocked, n: number): number {
  const { dts, pts } = track.samples ?? {};
  return (Math.min(dts?.[n] ?? 0, pts?.[n] ?? 0) - shift) / track.timescale;
}

/** Finds the last sync sample that is decoded and shown before a moment; else the first. */
function findKeyBefore({ track, shift }: Clocked, seconds: number): number {
  const { samples, timescale } = track;
  const tick = seconds * timescale + shift;
  let found = 0;
  for (let n = 0; samples && n < samples.count && (samples.dts[n] ?? 0) <= tick; n++)
    if (samples.isSync[n] === 1 && (samples.pts[n] ?? 0) <= tick) found = n;
  return found;
}

/** Counts samples up to the last that is decoded or shown before a moment. */
function countSamplesBefore({ track, shift }: Clocked, seconds: number): number {
  const { samples, timescale } = track;
  const tick = seconds * timescale + shift;
  let n = samples?.count ?? 0;
  while (n > 0 && Math.min(samples?.dts[n - 1] ?? 0, samples?.pts[n - 1] ?? 0) >= tick) n -= 1;
  return n;
}

function listRanges({ samples }: Mp4Track, first: number, end: number): ByteRange[] | null {
  const ranges: ByteRange[] = [];
  for (let n = first; samples && n < end; n++) {
    const start = samples.offset[n] ?? 0;
    const last = ranges.at(-1);
    const joins = last && start >= last.start && start - last.end <= MAX_GAP;
    if (joins) last.end = Math.max(last.end, start + (samples.size[n] ?? 0));
    else ranges.push({ start, end: start + (samples.size[n] ?? 0) });
    if (ranges.length > MAX_RANGES) return null;
  }
  return ranges;
}
