import type { AudioIntent, Ladder, VideoIntent, VideoQuality, VideoSize } from './ladder.ts';

const CODECS: ReadonlySet<unknown> = new Set(['h264', 'hevc', 'av1', 'vp9']);
const PROFILES: ReadonlySet<unknown> = new Set(['baseline', 'main', 'high']);
const SPEEDS: ReadonlySet<unknown> = new Set(['fastest', 'faster', 'fast', 'balanced', 'small']);
const SIZES: ReadonlySet<unknown> = new Set(['shortestSide', 'width', 'height', 'original']);
const MAX_RUNGS = 12;
const MAX_AUDIO = 8;
const MAX_VARIANTS = 16;

/** Returns `value` as a whole number within bounds; `fallback` when it is no number at all. */
function clamp(value: unknown, min: number, max: number, fallback: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return fallback;
  return Math.round(Math.min(max, Math.max(min, value)));
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 60) : '';
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function takeFirst<T>(value: readonly T[], max: number): T[] {
  return [...value].slice(0, max);
}

/**
 * Returns the same intents with every field within bounds: the only gate between a stored preset
 * and ffmpeg's arguments, so it trusts no type.
 */
export function boundLadder(ladder: Ladder): Ladder {
  return {
    video: takeFirst(ladder.video, MAX_RUNGS).map((intent) => ({
      ...boundVideo(intent),
      ...boundAudioPlace(intent.audio, Math.min(ladder.audio.length, MAX_AUDIO)),
    })),
    audio: takeFirst(ladder.audio, MAX_AUDIO).map(boundAudio),
    audioVariants: takeFirst(ladder.audioVariants, MAX_VARIANTS).map((variant) => ({
      name: toText(variant.name),
      languageCode: toLanguage(variant.languageCode),
      isAudioDescription: toRecord(variant)['isAudioDescription'] === true,
    })),
  };
}

function toLanguage(value: unknown): string {
  return typeof value === 'string' && /^[a-z]{2,3}$/.test(value) ? value : 'und';
}

function boundVideo(intent: VideoIntent): VideoIntent {
  const codec = CODECS.has(intent.codec) ? intent.codec : 'h264';
  const profile = PROFILES.has(intent.profile) ? intent.profile : 'high';
  return {
    codec,
    name: toText(intent.name),
    size: boundSize(toRecord(intent.size)),
    maxFrameRate: clamp(intent.maxFrameRate, 1, 240, 60),
    profile: codec === 'h264' ? profile : null,
    speed: SPEEDS.has(intent.speed) ? intent.speed : 'fast',
    // 51 is the coarsest quantiser of H.264 and HEVC; 0 is lossless, which no consumer's profile allows.
    quality: boundQuality(
      toRecord(intent.quality),
      codec === 'h264' || codec === 'hevc' ? { worst: 51, usual: 23 } : { worst: 63, usual: 35 },
    ),
    duration: intent.duration ? boundDuration(toRecord(intent.duration)) : null,
  };
}

function boundAudioPlace(audio: unknown, count: number): Pick<VideoIntent, 'audio'> {
  if (audio === undefined) return {};
  const isIndex = typeof audio === 'number' && Number.isInteger(audio) && audio >= 0;
  return { audio: isIndex && audio < count ? audio : null };
}

function boundSize({ type, pixels }: Record<string, unknown>): VideoSize {
  if (type === 'original') return { type, pixels: null };
  const known = SIZES.has(type) ? (type as 'width' | 'height') : 'shortestSide';
  return { type: known, pixels: clamp(pixels, 16, 4320, 720) };
}

function boundQuality(
  quality: Record<string, unknown>,
  { worst, usual }: { worst: number; usual: number },
): VideoQuality {
  switch (quality['mode']) {
    case 'target': {
      const targetKbps = clamp(quality['targetKbps'], 50, 100_000, 2000);
      const maxKbps = clamp(quality['maxKbps'], targetKbps, 200_000, 2 * targetKbps);
      return { mode: 'target', targetKbps, maxKbps };
    }
    case 'constantQuality':
      return { mode: 'constantQuality', cq: clamp(quality['cq'], 1, worst, usual) };
    case 'qp':
      return { mode: 'qp', qp: clamp(quality['qp'], 1, worst, usual) };
    default:
      return {
        mode: 'constrained',
        crf: clamp(quality['crf'], 1, worst, usual),
        maxBitrateKbps: clamp(quality['maxBitrateKbps'], 50, 100_000, 4000),
      };
  }
}

function boundDuration(duration: Record<string, unknown>): VideoIntent['duration'] {
  const seconds = (value: unknown): number | null =>
    typeof value === 'number' ? clamp(value, 0, 86_400, 0) : null;
  return {
    minimumSeconds: seconds(duration['minimumSeconds']),
    maximumSeconds: seconds(duration['maximumSeconds']),
  };
}

function boundAudio(intent: AudioIntent): AudioIntent {
  const codec = intent.codec === 'opus' ? 'opus' : 'aac';
  return {
    codec,
    name: toText(intent.name),
    bitrateKbps: clamp(intent.bitrateKbps, 16, 512, 128),
    channels: chooseChannels(clamp(intent.channels, 1, 8, 2)),
    sampleRate:
      codec === 'aac' ? findNearestRate(clamp(intent.sampleRate, 8000, 96_000, 48_000)) : 48_000,
  };
}

/** Chooses the layout with at most so many channels: mono, stereo or 5.1. */
export function chooseChannels(max: number): 1 | 2 | 6 {
  if (max < 2) return 1;
  return max < 6 ? 2 : 6;
}

// ISO/IEC 14496-3 table 1.18.
const AAC_RATES = [
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
];

function findNearestRate(wanted: number): number {
  return AAC_RATES.reduce((best, rate) =>
    Math.abs(rate - wanted) < Math.abs(best - wanted) ? rate : best,
  );
}
