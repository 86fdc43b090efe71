import type { EncodingSpeed, VideoCodec } from '@kinora/contract/preset-tracks';
import { toFramesPerSecond } from '../probe/frame-rate.ts';
import type { PlannedPiece } from './pieces.ts';
import type { EncodedAudio, EncodedVideo, EncodingPlan, VideoTiming } from './encoding-plan.ts';
import type { Fraction } from '../probe/source-probe.ts';

/** The place of a piece. All ticks are of the plan's grid. */
export type PieceWindow = {
  firstSegment: number;
  lastSegment: number;
  /** the kept part: from here… */
  startTick: number;
  /** …up to here */
  endTick: number;
  isFirst: boolean;
  isLast: boolean;
};

/**
 * Returns a piece's place. Throws RangeError when the plan has no such segments, or they can't be
 * reached.
 */
export function getPieceWindow(plan: EncodingPlan, piece: PlannedPiece): PieceWindow {
  const { borders, endTick } = plan.grid;
  const { firstSegment, lastSegment } = piece;
  const startTick = borders[firstSegment - 1];
  const isLast = lastSegment === borders.length;
  const stopTick = isLast ? endTick : borders[lastSegment];
  if (startTick === undefined || stopTick === undefined || lastSegment < firstSegment)
    throw new RangeError(`no segments ${firstSegment} to ${lastSegment}`);
  const isFirst = firstSegment === 1;
  if (piece.kind === 'video' && !isFirst && plan.access !== 'seek')
    throw new RangeError(`a ${plan.kind} source can't be entered midway`);
  if (piece.kind === 'video' && plan.access === 'whole' && !isLast)
    throw new RangeError('this source is encoded as one piece');
  return { firstSegment, lastSegment, startTick, endTick: stopTick, isFirst, isLast };
}

// An encoder sees these frames before and after the kept part, so that it enters and leaves a piece
// as if the rest were there: without them the first second of each piece loses 0.2 to 0.5 dB.
// SVT-AV1 restarts at every GOP, but looks ahead. libvpx derives the quantiser of a key frame from
// those before it: it sees the whole segment before.
const OVERLAP: Readonly<Record<VideoCodec, Overlap>> = {
  h264: { before: 20, after: 8, slow: { before: 20, after: 54 } },
  hevc: { before: 'groups', after: 8, slow: { before: 60, after: 30 } },
  vp9: { before: 'segment', after: 12 },
  av1: { before: 0, after: 16 },
};
type Overlap = {
  before: number | 'segment' | 'groups';
  after: number;
  /** The slow speeds look ahead further, for the ceiling too: x264 50, x265 25 frames. */
  slow?: { before: number; after: number };
};

/** True when an encoder takes its time to choose, so that x265 places B frames by the content. */
export function isSlow(speed: EncodingSpeed): boolean {
  return speed === 'balanced' || speed === 'small';
}

// x265 puts B frames in groups of so many, where it ignores the content for it: when the last group
// before the cut is as long as in a whole encode, the quantisers behind the cut are the same too.
const getGroupFrames = (speed: EncodingSpeed): number => (speed === 'fast' ? 5 : 4);
// This is a time because of its buffer: with less it is fuller at the cut than in a whole encode,
// with more emptier.
const GROUPS_SECONDS = 0.7;

type SpanRendition = Pick<EncodedVideo, 'frameStep'> & {
  intent: Pick<EncodedVideo['intent'], 'codec' | 'speed'> & {
    quality: Pick<EncodedVideo['intent']['quality'], 'mode'>;
  };
};

/** Returns the span that one encoder of a piece sees, in ticks of the grid. */
export function getEncoderSpan(
  plan: Pick<EncodingPlan, 'grid'>,
  timing: VideoTiming,
  window: PieceWindow,
  rendition: SpanRendition,
): { fromTick: number; untilTick: number } {
  const { timescale } = plan.grid;
  const frame = toFrameTicks(timescale, timing.rate) * rendition.frameStep;
  const { codec, speed, quality } = rendition.intent;
  const { slow, ...usual } = OVERLAP[codec];
  const { before, after } = isSlow(speed) ? (slow ?? usual) : usual;
  // An encoder with a target bit rate balances all that it has spent: a piece that starts fresh spends too
  // much on its first key frame, and then loses 1 to 6 dB behind the cut to compensate.
  const frames =
    before === 'segment' || quality.mode === 'target'
      ? 'segment'
      : countFramesBefore(before, timing, rendition, frame / timescale);
  const fromTick =
    frames === 'segment'
      ? (plan.grid.borders[window.firstSegment - 2] ?? 0)
      : window.startTick - Math.round(frames * frame);
  const untilTick = window.isLast ? window.endTick : window.endTick + Math.round(after * frame);
  return {
    fromTick: window.isFirst ? 0 : Math.max(0, fromTick),
    untilTick: Math.min(plan.grid.endTick, untilTick),
  };
}

/**
 * Counts frames before the kept part. `groups`: frames of the last groups before a key frame, which
 * may end a group that is cut short.
 */
function countFramesBefore(
  before: number | 'groups',
  timing: VideoTiming,
  { intent, frameStep }: SpanRendition,
  frameSeconds: number,
): number {
  const maxFrames = before === 'groups' ? Math.floor(GROUPS_SECONDS / frameSeconds) : before;
  if (timing.mode !== 'constant') return maxFrames;
  const gop = timing.gopFrames / frameStep;
  // One more key frame soon behind the first would take from the buffer what the cut needs.
  if (before !== 'groups') return Math.min(maxFrames, gop);
  const group = getGroupFrames(intent.speed);
  const over = maxFrames - gop;
  const frames = maxFrames - (((over % group) + group) % group);
  return frames > 0 ? frames : frames + group;
}

/** Returns the length of a frame of a rate: whole ticks where the grid was made for that rate. */
export function toFrameTicks(timescale: number, rate: Fraction): number {
  return (timescale * rate.denominator) / rate.numerator;
}

// The demuxer seeks to a key frame before this, so that decoders and deinterlacers can settle.
const SETTLE_SECONDS = 0.5;

/**
 * Returns where reading begins for these renditions, on the source's clock; null for its start.
 * Never in the last second, where some containers find nothing.
 */
export function getReadStartSeconds(
  plan: EncodingPlan,
  window: PieceWindow,
  renditions: readonly SpanRendition[],
): number | null {
  const { video, grid, originSeconds } = plan;
  if (window.isFirst || !video || renditions.length === 0) return null;
  const { timing } = video;
  const froms = renditions.map((one) => getEncoderSpan(plan, timing, window, one).fromTick);
  const fromTick = Math.min(...froms);
  // MP4 is sought by decode times: a key frame that lasts long can be decoded well before it is
  // shown, and lies behind the wanted frames then.
  const { keyLeadSeconds } = video.source;
  const wanted = originSeconds + fromTick / grid.timescale - SETTLE_SECONDS - keyLeadSeconds;
  const seconds = Math.min(wanted, video.source.endSeconds - 1);
  return seconds > video.source.startSeconds + 1 / toFramesPerSecond(video.timing.rate)
    ? seconds
    : null;
}

// An audio encoder looks one frame ahead, and ends its last frames in silence.
const FRAMES_AHEAD = 8;

/**
 * Returns the audio segments that a piece keeps, as numbers from 1, and how many frames are encoded
 * from the start: the frames before are the past that an encoder remembers, so that each segment
 * has the same bytes whatever its piece. Throws RangeError when the audio has no such segments.
 */
export function getAudioWindow(
  { borders, frameCount }: Pick<EncodedAudio, 'borders' | 'frameCount'>,
  { kind, firstSegment, lastSegment }: PlannedPiece,
): { first: number; last: number; frames: number } {
  const count = borders.length;
  // Beside video that is read as a whole, audio is too, and may have fewer segments.
  const [first, last] = kind === 'audio' ? [firstSegment, lastSegment] : [1, count];
  const stop = borders[last];
  if (first < 1 || last < first || last > count)
    throw new RangeError(`no segments ${first} to ${last} of audio`);
  const frames = stop === undefined ? frameCount : Math.min(frameCount, stop + FRAMES_AHEAD);
  return { first, last, frames };
}

/**
 * Decoders output frames up to 16 late (H.264 §A.3.1), and one more shows how long the last lasts.
 */
export const LATE_FRAMES = 18;

/**
 * Returns the moment on the source's clock up to which a piece needs the source's media; infinite
 * where it needs all. Later media may be missing while it is encoded.
 * Throws RangeError when the plan has no such piece.
 */
export function getReadEndSeconds(plan: EncodingPlan, piece: PlannedPiece): number {
  const window = getPieceWindow(plan, piece);
  if (piece.kind === 'audio') return getAudioReadEndSeconds(plan, piece);
  const { video, grid, originSeconds } = plan;
  if (!video || piece.kind !== 'video' || window.isLast || plan.access === 'whole') return Infinity;
  const wanted = new Set(piece.renditionIds);
  const ends = video.renditions.flatMap((rendition) =>
    rendition.source === 'encode' && wanted.has(rendition.id)
      ? [getEncoderSpan(plan, video.timing, window, rendition).untilTick]
      : [],
  );
  const late = Math.max(1, LATE_FRAMES / toFramesPerSecond(video.timing.rate));
  return originSeconds + Math.max(window.endTick, ...ends) / grid.timescale + late;
}

// Decoders and resamplers keep a frame or two back; a FLAC frame lasts up to 1.4 s.
const LATE_AUDIO_SECONDS = 1.5;

function getAudioReadEndSeconds(
  { audio, originSeconds }: EncodingPlan,
  piece: PlannedPiece,
): number {
  const wanted = new Set(piece.renditionIds);
  const ends = audio.flatMap((rendition) => {
    if (rendition.source !== 'encode' || !wanted.has(rendition.id)) return [];
    const { track, frameCount, frameSamples, sampleRate } = rendition;
    const { frames } = getAudioWindow(rendition, piece);
    if (frames === frameCount) return [Infinity];
    // Silence, too, needs the first frame that follows it.
    return [Math.max(track.startSeconds, originSeconds + (frames * frameSamples) / sampleRate)];
  });
  return Math.max(...ends) + LATE_AUDIO_SECONDS;
}
