import type { H264Profile } from './codec-string.ts';

export type Speed =
  | 'ultrafast'
  | 'superfast'
  | 'veryfast'
  | 'faster'
  | 'fast'
  | 'medium'
  | 'slow'
  | 'slower';

/** What a preset wants of one video rendition. The source decides what becomes of it. */
export type VideoIntent = {
  codec: 'h264';
  /** pixels of the shortest side, 16 to 4320 */
  shortSide: number;
  /** frames per second; faster sources lose every second, third… frame */
  maxFrameRate: number;
  profile: H264Profile;
  speed: Speed;
  /** constant rate factor, 10 (best) to 45 */
  crf: number;
  /** ceiling of the bit rate over about two seconds */
  maxBitrateKbps: number;
};

export type AudioIntent = {
  codec: 'aac';
  bitrateKbps: number;
  /** most channels; sources with fewer keep theirs */
  channels: 1 | 2;
  sampleRate: 44100 | 48000;
};

export type Ladder = { video: readonly VideoIntent[]; audio: readonly AudioIntent[] };

const H264 = { codec: 'h264', profile: 'high', speed: 'veryfast', crf: 23 } as const;

/** The default system preset: H.264 and AAC, 1080 to 240. */
export const defaultLadder: Ladder = {
  video: [
    { ...H264, shortSide: 1080, maxFrameRate: 60, maxBitrateKbps: 6000 },
    { ...H264, shortSide: 720, maxFrameRate: 60, maxBitrateKbps: 3500 },
    { ...H264, shortSide: 480, maxFrameRate: 30, maxBitrateKbps: 1600 },
    { ...H264, shortSide: 360, maxFrameRate: 30, maxBitrateKbps: 900 },
    { ...H264, shortSide: 240, maxFrameRate: 30, maxBitrateKbps: 450 },
  ],
  audio: [{ codec: 'aac', bitrateKbps: 128, channels: 2, sampleRate: 48000 }],
};

const PROFILES: ReadonlySet<unknown> = new Set(['baseline', 'main', 'high']);
const SPEEDS: ReadonlySet<unknown> = new Set([
  ...['ultrafast', 'superfast', 'veryfast', 'faster', 'fast', 'medium', 'slow', 'slower'],
]);
const MOST_RUNGS = 12;

/** `value` as a whole number within bounds; `fallback` when it is no number at all. */
function clamp(value: number, least: number, most: number, fallback: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return fallback;
  return Math.round(Math.min(most, Math.max(least, value)));
}

/**
 * The same intents with every field inside its bounds: the only gate between a stored preset and
 * ffmpeg's arguments, so it trusts no type.
 */
export function boundLadder(ladder: Ladder): Ladder {
  return {
    video: ladder.video.slice(0, MOST_RUNGS).map((intent) => ({
      codec: 'h264',
      shortSide: clamp(intent.shortSide, 16, 4320, 720),
      maxFrameRate: clamp(intent.maxFrameRate, 1, 120, 60),
      profile: PROFILES.has(intent.profile) ? intent.profile : 'high',
      speed: SPEEDS.has(intent.speed) ? intent.speed : 'veryfast',
      crf: clamp(intent.crf, 10, 45, 23),
      maxBitrateKbps: clamp(intent.maxBitrateKbps, 50, 100_000, 4000),
    })),
    audio: ladder.audio.slice(0, 2).map((intent) => ({
      codec: 'aac',
      bitrateKbps: clamp(intent.bitrateKbps, 16, 320, 128),
      channels: intent.channels === 1 ? 1 : 2,
      sampleRate: intent.sampleRate === 44100 ? 44100 : 48000,
    })),
  };
}

/** A rung with the size that it has for one source. */
export type Rung = { intent: VideoIntent; shortSide: number; width: number; height: number };

// A rung within a fifth of the one above would be stored and sent for nothing.
const LEAST_STEP = 1.2;
// Beyond this no consumer's decoder follows (H.264 level 5.2).
const LONGEST_SIDE = 4096;

/** Even, as 4:2:0 needs: to the nearest when scaled, one less at the source's own odd size. */
function even(side: number, scale: number): number {
  const half = (side * scale) / 2;
  return Math.max(2, 2 * (scale === 1 ? Math.floor(half) : Math.round(half)));
}

/**
 * The rungs that a source of this display size gets, largest first: never larger than the source, at
 * the source's own size when that lies between two rungs, and none that brings nothing.
 */
export function chooseRungs(
  source: { displayWidth: number; displayHeight: number },
  intents: readonly VideoIntent[],
): Rung[] {
  const { displayWidth, displayHeight } = source;
  const sourceShort = Math.min(displayWidth, displayHeight);
  const fit = Math.min(1, LONGEST_SIDE / Math.max(displayWidth, displayHeight));
  const rungs: Rung[] = [];
  // Among the intents above the source the smallest describes it best.
  const ordered = [...intents].sort((a, b) => a.shortSide - b.shortSide);
  const firstAbove = ordered.findIndex((intent) => intent.shortSide >= sourceShort);
  const wanted = firstAbove < 0 ? ordered : ordered.slice(0, firstAbove + 1);
  for (const intent of wanted.toReversed()) {
    const scale = Math.min(fit, intent.shortSide / sourceShort);
    const [width, height] = [even(displayWidth, scale), even(displayHeight, scale)];
    const shortSide = Math.min(width, height);
    const above = rungs.at(-1);
    if (above && above.shortSide < shortSide * LEAST_STEP) continue;
    rungs.push({ intent, shortSide, width, height });
  }
  return rungs;
}
