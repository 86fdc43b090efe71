import type { AudioCodec, EncodingSpeed, VideoCodec } from '@kinora/contract/preset-tracks';
import type { H264Profile } from '../mp4/codec-levels.ts';

export type VideoSize = {
  type: 'shortestSide' | 'width' | 'height' | 'original';
  /** 16 to 4320; null for `original` */
  pixels: number | null;
};

/** Says how bits are spent. All rates are kbit/s. */
export type VideoQuality =
  /** constant quality below a ceiling over about two seconds */
  | { mode: 'constrained'; crf: number; maxBitrateKbps: number }
  /** an average, and a ceiling */
  | { mode: 'target'; targetKbps: number; maxKbps: number }
  /** constant quality whatever it takes */
  | { mode: 'constantQuality'; cq: number }
  /** a constant quantiser */
  | { mode: 'qp'; qp: number };

/** A preset's intent for one video rendition. The source decides how it is met. */
export type VideoIntent = {
  codec: VideoCodec;
  name: string;
  size: VideoSize;
  /** frames per second; faster sources lose every second, third… frame */
  maxFrameRate: number;
  /** of H.264; null for other codecs */
  profile: H264Profile | null;
  speed: EncodingSpeed;
  quality: VideoQuality;
  /** shorter or longer sources do without this track */
  duration: { minimumSeconds: number | null; maximumSeconds: number | null } | null;
  /** index in the ladder's `audio` of the audio that plays with it; null: none; absent: all of them */
  audio?: number | null;
};

export type AudioIntent = {
  codec: AudioCodec;
  name: string;
  bitrateKbps: number;
  /** max channels, 6 being 5.1; sources with fewer keep theirs, or the next fewer of these */
  channels: 1 | 2 | 6;
  /** Hz, one that AAC has; Opus is always 48 kHz */
  sampleRate: number;
};

/** Describes the n-th audio track of a source. */
export type AudioVariantIntent = {
  name: string;
  languageCode: string;
  isAudioDescription: boolean;
};

export type Ladder = {
  video: readonly VideoIntent[];
  audio: readonly AudioIntent[];
  audioVariants: readonly AudioVariantIntent[];
};

/** A rung with the size that it has for one source. */
export type Rung = { intent: VideoIntent; shortSide: number; width: number; height: number };

type DisplaySize = { displayWidth: number; displayHeight: number };

// A rung within a fifth of the one above would be stored and sent for nothing.
const MIN_STEP = 1.2;
// No consumer's decoder goes beyond this (H.264 level 5.2).
const MAX_SIDE = 4096;

/** Makes a side even, as 4:2:0 needs: the nearest when scaled, one less at the source's own odd size. */
function toEven(side: number, scale: number): number {
  const half = (side * scale) / 2;
  return Math.max(2, 2 * (scale === 1 ? Math.floor(half) : Math.round(half)));
}

/** Returns the ratio of an intent's size to the source's; 1 and more means the source's own. */
export function toWantedScale(
  { displayWidth, displayHeight }: DisplaySize,
  size: VideoSize,
): number {
  if (size.type === 'original' || size.pixels === null) return 1;
  const sides = {
    shortestSide: Math.min(displayWidth, displayHeight),
    width: displayWidth,
    height: displayHeight,
  };
  return size.pixels / sides[size.type];
}

/**
 * Chooses the rungs for a source of this display size, by codec in the order of the intents,
 * largest first: never larger than the source, at the source's own size when that lies between two
 * rungs, and no redundant ones.
 */
export function chooseRungs(source: DisplaySize, intents: readonly VideoIntent[]): Rung[] {
  const codecs = [...new Set(intents.map(({ codec }) => codec))];
  return codecs.flatMap((codec) =>
    chooseRungsOfCodec(
      source,
      intents.filter((intent) => intent.codec === codec),
    ),
  );
}

// SVT-AV1 and x265 refuse smaller frames.
const MIN_SIDE: Readonly<Record<VideoCodec, number>> = { h264: 2, hevc: 16, av1: 64, vp9: 2 };

function chooseRungsOfCodec(source: DisplaySize, intents: readonly VideoIntent[]): Rung[] {
  const { displayWidth, displayHeight } = source;
  const [first] = intents;
  const minScale = (first ? MIN_SIDE[first.codec] : 2) / Math.min(displayWidth, displayHeight);
  const maxScale = Math.min(1, MAX_SIDE / Math.max(displayWidth, displayHeight));
  const rungs: Rung[] = [];
  // Among the intents above the source the smallest describes it best.
  const ordered = intents
    .map((intent) => ({ intent, scale: toWantedScale(source, intent.size) }))
    .sort((a, b) => a.scale - b.scale);
  const firstAbove = ordered.findIndex(({ scale }) => scale >= 1);
  const wanted = firstAbove < 0 ? ordered : ordered.slice(0, firstAbove + 1);
  for (const { intent, ...raw } of wanted.toReversed()) {
    const scale = Math.max(minScale, Math.min(maxScale, raw.scale));
    const [width, height] = [toEven(displayWidth, scale), toEven(displayHeight, scale)];
    const shortSide = Math.min(width, height);
    const above = rungs.at(-1);
    if (above && above.shortSide < shortSide * MIN_STEP) continue;
    rungs.push({ intent, shortSide, width, height });
  }
  return rungs;
}

/** True when a rung would add nothing to a copy of the source. */
export function isRedundantBeside(copy: { width: number; height: number }, rung: Rung): boolean {
  return rung.shortSide > Math.min(copy.width, copy.height) / MIN_STEP;
}

/** Lists intents whose duration condition the source meets; when none is left, the smallest of all. */
export function listIntentsForDuration(
  source: DisplaySize,
  intents: readonly VideoIntent[],
  seconds: number,
): VideoIntent[] {
  const fitting = intents.filter(
    ({ duration }) =>
      duration === null ||
      (seconds >= (duration.minimumSeconds ?? 0) &&
        seconds <= (duration.maximumSeconds ?? Infinity)),
  );
  if (fitting.length > 0) return fitting;
  const bySize = intents.toSorted(
    (a, b) => toWantedScale(source, a.size) - toWantedScale(source, b.size),
  );
  return bySize.slice(0, 1);
}
