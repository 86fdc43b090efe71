import type {
  AudioCodec,
  DeliveryModel,
  FormatType,
  QualityControlMode,
  VideoCodec,
  VideoCodecOptions,
} from '../preset-tracks.ts';
import type { Range } from '../field-rules.ts';

// Forms offer the choices of each codec and format, and the rules check presets against them.

/** Names of the trade, alike in every language: in a line of facts, and where there is room. */
export const CODEC_NAMES: Record<VideoCodec | AudioCodec, string> = {
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  vp9: 'VP9',
  aac: 'AAC',
  opus: 'Opus',
};
export const LONG_CODEC_NAMES: typeof CODEC_NAMES = {
  ...CODEC_NAMES,
  h264: 'H.264 / AVC',
  hevc: 'H.265 / HEVC',
};

type Profiles = NonNullable<VideoCodecOptions['profile']>[];

type VideoCodecLimits = {
  modes: QualityControlMode[];
  /** Bounds crf, cq and qp alike. */
  quality: Range;
  profiles: Profiles;
};

const MODES: QualityControlMode[] = [
  'constrainedEncoding',
  'targetBitrate',
  'constantQuality',
  'constantQp',
];

export const VIDEO_CODECS: Record<VideoCodec, VideoCodecLimits> = {
  h264: { modes: MODES, quality: { min: 1, max: 51 }, profiles: ['baseline', 'main', 'high'] },
  hevc: { modes: MODES, quality: { min: 1, max: 51 }, profiles: [] },
  av1: { modes: MODES, quality: { min: 1, max: 63 }, profiles: [] },
  vp9: { modes: MODES, quality: { min: 1, max: 63 }, profiles: [] },
};

export const AUDIO_CODECS: Record<
  AudioCodec,
  { bitRateKbps: Range; sampleRates: number[]; channels: Range }
> = {
  aac: {
    bitRateKbps: { min: 16, max: 320 },
    sampleRates: [44_100, 48_000],
    channels: { min: 1, max: 2 },
  },
  // RFC 6716 §2: whatever comes in, it is coded at 48 kHz.
  opus: {
    bitRateKbps: { min: 16, max: 320 },
    sampleRates: [48_000],
    channels: { min: 1, max: 2 },
  },
};

const EVERY_CODEC = {
  videoCodecs: Object.keys(VIDEO_CODECS) as VideoCodec[],
  audioCodecs: Object.keys(AUDIO_CODECS) as AudioCodec[],
};
const WIDELY_PLAYED = {
  videoCodecs: ['h264'] as VideoCodec[],
  audioCodecs: ['aac'] as AudioCodec[],
};

export const FORMATS: Record<
  FormatType,
  { models: DeliveryModel[]; videoCodecs: VideoCodec[]; audioCodecs: AudioCodec[] }
> = {
  hls: { models: ['classic'], ...WIDELY_PLAYED },
  mp4: { models: ['classic'], ...WIDELY_PLAYED },
  cmaf: { models: ['model-k', 'model-c'], ...EVERY_CODEC },
};

export type QualityField = 'crf' | 'targetBitRateKbps' | 'maxBitRateKbps' | 'cq' | 'qp';

/** The fields of a quality mode (specification 1, section 4). */
export const FIELDS_OF_MODE: Record<QualityControlMode, readonly QualityField[]> = {
  constrainedEncoding: ['crf', 'maxBitRateKbps'],
  targetBitrate: ['targetBitRateKbps', 'maxBitRateKbps'],
  constantQuality: ['cq'],
  constantQp: ['qp'],
};

/** An average needs no ceiling. */
export function isNeeded(mode: QualityControlMode, field: QualityField): boolean {
  const isCeiling = mode === 'targetBitrate' && field === 'maxBitRateKbps';
  return FIELDS_OF_MODE[mode].includes(field) && !isCeiling;
}

/** Formats that a profile of the model may have; a new one has the first. */
export function listModelFormats(model: DeliveryModel): FormatType[] {
  const all = Object.keys(FORMATS) as FormatType[];
  return all.filter((format) => FORMATS[format].models.includes(model));
}
