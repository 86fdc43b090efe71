import type { EncodingSpeed, VideoCodec } from '@kinora/contract/preset-tracks';
import { toFramesPerSecond } from '../probe/frame-rate.ts';
import type { PlannedPiece } from './pieces.ts';
import type { EncodedAudio, EncodedVideo, EncodingPlan, VideoTiming } from './encoding-plan.ts';
import type { Fraction } from '../probe/source-probe.ts';

/** Where a piece lies. All ticks are of the plan's grid. */
export type PieceWindow = {
  firstSegment: number;
  lastSegment: number;
  /** what is kept: from here… */
  startTick: number;
  /** …up to here */
  endTick: number;
  isFirst: boolean;
  isLast: boolean;
};

/** Throws RangeError when the plan has no such segments, or they can't be reached. */
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

// Frames that an encoder sees before and after what is kept, so that it enters and leaves a piece as if
// the rest were there: without them the first second of each piece loses 0.2 to 0.5 dB. SVT-AV1
// begins every GOP anew, but looks ahead. libvpx takes the quantiser of a key picture from those before
// it: it sees the whole segment before.
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

/** Whether an encoder takes its time to choose, so that x265 puts B frames by what the pictures show. */
export function isSlow(speed: EncodingSpeed): boolean {
  return speed === 'balanced' || speed === 'small';
}

// x265 puts B frames in groups of so many, where it does not look at the pictures for it: when the
// last group before the cut is as long as it is in a whole encode, so are the quantisers behind the
// cut the same.
const groupFrames = (speed: EncodingSpeed): number => (speed === 'fast' ? 5 : 4);
// A time, for its buffer: after less it is fuller at the cut than in a whole encode, after more emptier.
const GROUPS_SECONDS = 0.7;

type SpanOf = Pick<EncodedVideo, 'frameStep'> & {
  intent: Pick<EncodedVideo['intent'], 'codec' | 'speed'> & {
    quality: Pick<EncodedVideo['intent']['quality'], 'mode'>;
  };
};

/** What one encoder of a piece gets to see, in ticks of the grid. */
export function getEncoderSpan(
  plan: Pick<EncodingPlan, 'grid'>,
  timing: VideoTiming,
  window: PieceWindow,
  rendition: SpanOf,
): { fromTick: number; untilTick: number } {
  const { timescale } = plan.grid;
  const frame = toFrameTicks(timescale, timing.rate) * rendition.frameStep;
  const { codec, speed, quality } = rendition.intent;
  const { slow, ...usual } = OVERLAP[codec];
  const { before, after } = isSlow(speed) ? (slow ?? usual) : usual;
  // What aims at a bit rate goes by all that it has spent: a piece that begins anew spends too much on
  // its first key picture, and then, to make up for it, loses 1 to 6 dB behind the cut.
  const frames =
    before === 'segment' || quality.mode === 'target'
      ? 'segment'
      : framesBefore(before, timing, rendition, frame / timescale);
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

/** `groups`: frames of the last groups before a key picture, which a group that is cut short may end. */
function framesBefore(
  before: number | 'groups',
  timing: VideoTiming,
  { intent, frameStep }: SpanOf,
  frameSeconds: number,
): number {
  const most = before === 'groups' ? Math.floor(GROUPS_SECONDS / frameSeconds) : before;
  if (timing.mode !== 'constant') return most;
  const gop = timing.gopFrames / frameStep;
  // One more key picture soon behind the first would take from the buffer what the cut needs.
  if (before !== 'groups') return Math.min(most, gop);
  const group = groupFrames(intent.speed);
  const over = most - gop;
  const frames = most - (((over % group) + group) % group);
  return frames > 0 ? frames : frames + group;
}

/** Length of a frame of a rate: whole ticks where the grid was made for that rate. */
export function toFrameTicks(timescale: number, rate: Fraction): number {
  return (timescale * rate.denominator) / rate.numerator;
}

// The demuxer goes to a key picture before this; decoders and deinterlacers settle meanwhile.
const SETTLE_SECONDS = 0.5;

/**
 * Where to begin to read for these renditions, on the source's clock; null for its start. Never in
 * the last second, where some containers find nothing.
 */
export function getReadStartSeconds(
  plan: EncodingPlan,
  window: PieceWindow,
  renditions: readonly SpanOf[],
): number | null {
  const { video, grid, originSeconds } = plan;
  if (window.isFirst || !video || renditions.length === 0) return null;
  const { timing } = video;
  const froms = renditions.map((one) => getEncoderSpan(plan, timing, window, one).fromTick);
  const fromTick = Math.min(...froms);
  const wanted = originSeconds + fromTick / grid.timescale - SETTLE_SECONDS;
  const seconds = Math.min(wanted, video.source.endSeconds - 1);
  return seconds > video.source.startSeconds + 1 / toFramesPerSecond(video.timing.rate)
    ? seconds
    : null;
}

// An encoder of sound looks one frame ahead, and ends its last ones in silence.
const FRAMES_AHEAD = 8;

/**
 * What a piece keeps of sound, as segment numbers from 1, and how many frames of it are encoded, from
 * its start: what comes before is the past that an encoder remembers, so that each segment has the
 * same bytes whatever its piece. Throws RangeError when the sound has no such segments.
 */
export function getAudioWindow(
  { borders, frameCount }: Pick<EncodedAudio, 'borders' | 'frameCount'>,
  { kind, firstSegment, lastSegment }: PlannedPiece,
): { first: number; last: number; frames: number } {
  const count = borders.length;
  // Beside pictures that are read as a whole, sound is too, and may have fewer segments.
  const [first, last] = kind === 'audio' ? [firstSegment, lastSegment] : [1, count];
  const stop = borders[last];
  if (first < 1 || last < first || last > count)
    throw new RangeError(`no segments ${first} to ${last} of sound`);
  const frames = stop === undefined ? frameCount : Math.min(frameCount, stop + FRAMES_AHEAD);
  return { first, last, frames };
}

// Decoders hand out pictures up to 16 late (H.264 §A.3.1), and one more tells how long the last lasts.
const LATE_PICTURES = 18;

/**
 * The moment on the source's clock up to which a piece needs the source's media; infinite where it
 * needs all. What comes later may be missing while it is encoded.
 * Throws RangeError when the plan has no such piece.
 */
export function getReadEndSeconds(plan: EncodingPlan, piece: PlannedPiece): number {
  const window = getPieceWindow(plan, piece);
  if (piece.kind === 'audio') return hearsUntilSeconds(plan, piece);
  const { video, grid, originSeconds } = plan;
  if (!video || piece.kind !== 'video' || window.isLast || plan.access === 'whole') return Infinity;
  const wanted = new Set(piece.renditionIds);
  const ends = video.renditions.flatMap((rendition) =>
    rendition.source === 'encode' && wanted.has(rendition.id)
      ? [getEncoderSpan(plan, video.timing, window, rendition).untilTick]
      : [],
  );
  const late = Math.max(1, LATE_PICTURES / toFramesPerSecond(video.timing.rate));
  return originSeconds + Math.max(window.endTick, ...ends) / grid.timescale + late;
}

// Decoders and resamplers keep a frame or two back; one of FLAC lasts up to 1.4 s.
const LATE_SOUND_SECONDS = 1.5;

function hearsUntilSeconds({ audio, originSeconds }: EncodingPlan, piece: PlannedPiece): number {
  const wanted = new Set(piece.renditionIds);
  const ends = audio.flatMap((rendition) => {
    if (rendition.source !== 'encode' || !wanted.has(rendition.id)) return [];
    const { track, frameCount, frameSamples, sampleRate } = rendition;
    const { frames } = getAudioWindow(rendition, piece);
    if (frames === frameCount) return [Infinity];
    // Also silence is made of the first frame that follows it.
    return [Math.max(track.startSeconds, originSeconds + (frames * frameSamples) / sampleRate)];
  });
  return Math.max(...ends) + LATE_SOUND_SECONDS;
}
