import type { AudioIntent, Ladder, VideoIntent, VideoQuality, VideoSize } from './ladder.ts';

const CODECS: ReadonlySet<unknown> = new Set(['h264', 'hevc', 'av1', 'vp9']);
const PROFILES: ReadonlySet<unknown> = new Set(['baseline', 'main', 'high']);
const SPEEDS: ReadonlySet<unknown> = new Set(['fastest', 'faster', 'fast', 'balanced', 'small']);
const SIZES: ReadonlySet<unknown> = new Set(['shortestSide', 'width', 'height', 'original']);
const MOST_RUNGS = 12;
const MOST_AUDIO = 8;
const MOST_VARIANTS = 16;

/** `value` as a whole number within bounds; `fallback` when it is no number at all. */
function clamp(value: unknown, least: number, most: number, fallback: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return fallback;
  return Math.round(Math.min(most, Math.max(least, value)));
}

function words(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 60) : '';
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function list<T>(value: readonly T[], most: number): T[] {
  return [...value].slice(0, most);
}

/**
 * The same intents with every field inside its bounds: the only gate between a stored preset and
 * ffmpeg's arguments, so it trusts no type.
 */
export function boundLadder(ladder: Ladder): Ladder {
  return {
    video: list(ladder.video, MOST_RUNGS).map((intent) => ({
      ...boundVideo(intent),
      ...boundSound(intent.audio, Math.min(ladder.audio.length, MOST_AUDIO)),
    })),
    audio: list(ladder.audio, MOST_AUDIO).map(boundAudio),
    audioVariants: list(ladder.audioVariants, MOST_VARIANTS).map((variant) => ({
      name: words(variant.name),
      languageCode: language(variant.languageCode),
      isAudioDescription: record(variant)['isAudioDescription'] === true,
    })),
  };
}

function language(value: unknown): string {
  return typeof value === 'string' && /^[a-z]{2,3}$/.test(value) ? value : 'und';
}

function boundVideo(intent: VideoIntent): VideoIntent {
  const codec = CODECS.has(intent.codec) ? intent.codec : 'h264';
  const profile = PROFILES.has(intent.profile) ? intent.profile : 'high';
  return {
    codec,
    name: words(intent.name),
    size: boundSize(record(intent.size)),
    maxFrameRate: clamp(intent.maxFrameRate, 1, 240, 60),
    profile: codec === 'h264' ? profile : null,
    speed: SPEEDS.has(intent.speed) ? intent.speed : 'fast',
    // 51 is the coarsest quantiser of H.264 and HEVC; 0 is lossless, which no consumer's profile allows.
    quality: boundQuality(
      record(intent.quality),
      codec === 'h264' || codec === 'hevc' ? { worst: 51, usual: 23 } : { worst: 63, usual: 35 },
    ),
    duration: intent.duration ? boundDuration(record(intent.duration)) : null,
  };
}

function boundSound(audio: unknown, count: number): Pick<VideoIntent, 'audio'> {
  if (audio === undefined) return {};
  const isPlace = typeof audio === 'number' && Number.isInteger(audio) && audio >= 0;
  return { audio: isPlace && audio < count ? audio : null };
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
    name: words(intent.name),
    bitrateKbps: clamp(intent.bitrateKbps, 16, 512, 128),
    channels: chooseChannels(clamp(intent.channels, 1, 8, 2)),
    sampleRate:
      codec === 'aac' ? findNearestRate(clamp(intent.sampleRate, 8000, 96_000, 48_000)) : 48_000,
  };
}

/** The layout with at most so many channels: mono, stereo or 5.1. */
export function chooseChannels(most: number): 1 | 2 | 6 {
  if (most < 2) return 1;
  return most < 6 ? 2 : 6;
}

// ISO/IEC 14496-3 table 1.18.
const AAC_RATES = [
  ...[8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000],
];

function findNearestRate(wanted: number): number {
  return AAC_RATES.reduce((best, rate) =>
    Math.abs(rate - wanted) < Math.abs(best - wanted) ? rate : best,
  );
}
