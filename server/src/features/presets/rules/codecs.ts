import type {
  AudioCodec,
  DeliveryModel,
  FormatType,
  QualityControlMode,
  VideoCodec,
  VideoCodecOptions,
} from '@kinora/contract/preset-tracks';

// What each codec and format takes: the forms offer it, and the rules hold presets to it.

export type Range = { least: number; most: number };
type Profiles = NonNullable<VideoCodecOptions['profile']>[];

export type VideoCodecLimits = {
  modes: QualityControlMode[];
  /** Of crf, cq and qp alike. */
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
  h264: { modes, quality: { least: 1, most: 51 }, profiles: ['baseline', 'main', 'high'] },
  hevc: { modes, quality: { least: 1, most: 51 }, profiles: [] },
  av1: { modes, quality: { least: 1, most: 63 }, profiles: [] },
  vp9: { modes, quality: { least: 1, most: 63 }, profiles: [] },
};

export const audioCodecs: Record<
  AudioCodec,
  { bitRateKbps: Range; sampleRates: number[]; channels: Range }
> = {
  aac: {
    bitRateKbps: { least: 16, most: 320 },
    sampleRates: [44_100, 48_000],
    channels: { least: 1, most: 2 },
  },
  // RFC 6716 §2: whatever comes in, it is coded at 48 kHz.
  opus: {
    bitRateKbps: { least: 16, most: 320 },
    sampleRates: [48_000],
    channels: { least: 1, most: 2 },
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
