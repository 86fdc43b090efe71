import { planCodec } from '../mp4/codec-string.ts';
import type { VideoCopy } from './copy-plan.ts';
import { toFramesPerSecond, reduceFraction } from '../probe/frame-rate.ts';
import { type Rung, type VideoIntent, type VideoQuality, toWantedScale } from './ladder.ts';
import { MAX_KEY_FRAMES, getDivisor } from './plan-clock.ts';
import type { CopiedVideo, EncodedVideo, PlannedVideo, VideoTiming } from './encoding-plan.ts';
import { getReorderTicks } from './reorder.ts';
import type { Fraction, SourceProbe, VideoSource } from '../probe/source-probe.ts';

/**
 * Chooses the copy of a source's video, if the ladder has a place for it: H.264 at the source's own
 * size and rate is wanted, and every other rendition can have its key frames where the source has
 * them.
 */
export function chooseCopy(
  source: VideoSource,
  intents: readonly VideoIntent[],
  copy: VideoCopy | null,
  { clockJumps }: SourceProbe,
): VideoCopy | null {
  if (!copy || clockJumps || copy.borders.length > MAX_KEY_FRAMES) return null;
  if (intents.some(({ codec }) => codec === 'av1')) return null;
  return findCopiedIntent(source, intents, copy) ? copy : null;
}

/** Finds the intent that a copy of the source replaces: the smallest of those that are no smaller. */
export function findCopiedIntent(
  source: VideoSource,
  intents: readonly VideoIntent[],
  copy: VideoCopy,
): VideoIntent | undefined {
  return intents
    .filter(
      ({ codec, size, maxFrameRate }) =>
        codec === 'h264' &&
        toWantedScale(source, size) >= 1 &&
        toFramesPerSecond(copy.frameRate) <= maxFrameRate * 1.1,
    )
    .toSorted((a, b) => toWantedScale(source, a.size) - toWantedScale(source, b.size))[0];
}

/** Plans the video renditions: the copy first, then the encoded ones, in the order of the rungs. */
export function planVideo(
  timing: VideoTiming,
  rungs: readonly Rung[],
  copy: VideoCopy | null,
  timescale: number,
): PlannedVideo[] {
  const ids = new Set<string>();
  const copied = copy ? [planCopiedVideo(copy, ids)] : [];
  return [...copied, ...rungs.map((rung) => planEncodedVideo(rung, timing, timescale, ids))];
}

function takeFreeId(shortSide: number, codec: string, taken: Set<string>): string {
  const stem = `v${shortSide}${codec === 'h264' ? '' : `-${codec}`}`;
  let id = stem;
  for (let n = 2; taken.has(id); n++) id = `${stem}-${n}`;
  taken.add(id);
  return id;
}

function planCopiedVideo(copy: VideoCopy, ids: Set<string>): CopiedVideo {
  const { keyTicks: _keyTicks, ...kept } = copy;
  const { width, height, codec, frameRate, peakBps, averageBps } = copy;
  const shortSide = Math.min(width, height);
  return {
    source: 'copy',
    copy: kept,
    id: takeFreeId(shortSide, 'h264', ids),
    name: `${shortSide}p`,
    width,
    height,
    codec,
    frameRate,
    peakBps,
    averageBps,
  };
}

function planEncodedVideo(
  { intent, width, height, shortSide }: Rung,
  timing: VideoTiming,
  timescale: number,
  ids: Set<string>,
): EncodedVideo {
  // Own times keep every frame: such a plan is only made where all limits allow it.
  const frameStep =
    timing.mode === 'variable'
      ? 1
      : getDivisor(toFramesPerSecond(timing.rate), intent.maxFrameRate);
  const frameRate = reduceFraction({
    numerator: timing.rate.numerator,
    denominator: timing.rate.denominator * frameStep,
  });
  const video = {
    width,
    height,
    framesPerSecond: toFramesPerSecond(frameRate),
    maxBitrateKbps: getCeilingKbps(intent.quality) ?? 0,
    // x264's ultrafast uses nothing beyond the baseline profile.
    profile: intent.speed === 'fastest' ? ('baseline' as const) : intent.profile,
  };
  return {
    source: 'encode',
    intent,
    id: takeFreeId(shortSide, intent.codec, ids),
    name: intent.name,
    width,
    height,
    frameStep,
    frameRate,
    delayTicks: getReorderTicks(intent, timing, frameStep, timescale),
    ...planCodec(intent.codec, video),
    ...estimateRates(intent.quality, width * height, frameRate),
  };
}

/** Returns the max kbit/s of a quality mode; null when it has no ceiling. */
export function getCeilingKbps(quality: VideoQuality): number | null {
  if (quality.mode === 'constrained') return quality.maxBitrateKbps;
  return quality.mode === 'target' ? quality.maxKbps : null;
}

// Camera footage takes these bits at a middling quality without a ceiling.
const BITS_PER_PIXEL = 0.12;

function estimateRates(
  quality: VideoQuality,
  pixels: number,
  rate: Fraction,
): { peakBps: number; averageBps: number } {
  const ceiling = getCeilingKbps(quality);
  if (ceiling === null) {
    const averageBps = Math.ceil(pixels * toFramesPerSecond(rate) * BITS_PER_PIXEL);
    return { peakBps: 2 * averageBps, averageBps };
  }
  return {
    // A buffer of two seconds may empty into one segment of six.
    peakBps: Math.ceil((ceiling * 1000 * 8) / 6),
    averageBps:
      quality.mode === 'target' ? quality.targetKbps * 1000 : Math.ceil(ceiling * 1000 * 0.7),
  };
}
