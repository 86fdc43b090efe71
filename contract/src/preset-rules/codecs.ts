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
export const codecNames: Record<VideoCodec | AudioCodec, string> = {
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  vp9: 'VP9',
  aac: 'AAC',
  opus: 'Opus',
};
export const longCodecNames: typeof codecNames = {
  ...codecNames,
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

const modes: QualityControlMode[] = [
  'constrainedEncoding',
  'targetBitrate',
  'constantQuality',
  'constantQp',
];

export const videoCodecs: Record<VideoCodec, VideoCodecLimits> = {
  h264: { modes, quality: { min: 1, max: 51 }, profiles: ['baseline', 'main', 'high'] },
  hevc: { modes, quality: { min: 1, max: 51 }, profiles: [] },
  av1: { modes, quality: { min: 1, max: 63 }, profiles: [] },
  vp9: { modes, quality: { min: 1, max: 63 }, profiles: [] },
};

export const audioCodecs: Record<
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

const everything = {
  videoCodecs: Object.keys(videoCodecs) as VideoCodec[],
  audioCodecs: Object.keys(audioCodecs) as AudioCodec[],
};
const widelyPlayed = {
  videoCodecs: ['h264'] as VideoCodec[],
  audioCodecs: ['aac'] as AudioCodec[],
};

export const formats: Record<
  FormatType,
  { models: DeliveryModel[]; videoCodecs: VideoCodec[]; audioCodecs: AudioCodec[] }
> = {
  hls: { models: ['classic'], ...widelyPlayed },
  mp4: { models: ['classic'], ...widelyPlayed },
  cmaf: { models: ['model-k', 'model-c'], ...everything },
};

export type QualityField = 'crf' | 'targetBitRateKbps' | 'maxBitRateKbps' | 'cq' | 'qp';

/** The fields of a quality mode (specification 1, section 4). */
export const fieldsOfMode: Record<QualityControlMode, readonly QualityField[]> = {
  constrainedEncoding: ['crf', 'maxBitRateKbps'],
  targetBitrate: ['targetBitRateKbps', 'maxBitRateKbps'],
  constantQuality: ['cq'],
  constantQp: ['qp'],
};

/** An average needs no ceiling. */
export function isNeeded(mode: QualityControlMode, field: QualityField): boolean {
  const isCeiling = mode === 'targetBitrate' && field === 'maxBitRateKbps';
  return fieldsOfMode[mode].includes(field) && !isCeiling;
}

/** Formats that a profile of the model may have; a new one has the first. */
export function formatsOfModel(model: DeliveryModel): FormatType[] {
  const all = Object.keys(formats) as FormatType[];
  return all.filter((format) => formats[format].models.includes(model));
}
