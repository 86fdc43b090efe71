import { z } from 'zod';
import { Id, text } from './fields.ts';

// What a preset says of pictures and sound: the stored form of its profiles.

/** Pixels of the shortest side, the width or the height; `original` keeps the source's size. */
export const ResolutionControl = z.object({
  type: z.enum(['shortestSide', 'width', 'height', 'original']),
  /** Null exactly when the type is `original`. */
  size: z.int().min(16).max(4320).nullable(),
});
export type ResolutionControl = z.infer<typeof ResolutionControl>;

export const VideoCodec = z.enum(['h264', 'hevc', 'av1', 'vp9']);
export type VideoCodec = z.infer<typeof VideoCodec>;

/**
 * `constrainedEncoding`: constant quality below a ceiling (crf, maxBitRateKbps);
 * `targetBitrate`: an average (targetBitRateKbps, maxBitRateKbps, and crf where the codec takes it);
 * `constantQuality`: cq without a ceiling; `constantQp`: qp.
 */
export const QualityControlMode = z.enum([
  'constrainedEncoding',
  'targetBitrate',
  'constantQuality',
  'constantQp',
]);
export type QualityControlMode = z.infer<typeof QualityControlMode>;

/** `fast` unless chosen: x264's `veryfast`, of which slower ones cost much and bring little. */
export const EncodingSpeed = z.enum(['fastest', 'faster', 'fast', 'balanced', 'small']);
export type EncodingSpeed = z.infer<typeof EncodingSpeed>;

export const VideoCodecOptions = z.object({
  qualityControlMode: QualityControlMode,
  // 0 would be lossless H.264, which no browser decodes
  crf: z.int().min(1).max(63).nullable(),
  targetBitRateKbps: z.int().min(50).max(100_000).nullable(),
  maxBitRateKbps: z.int().min(50).max(100_000).nullable(),
  qp: z.int().min(1).max(63).nullable(),
  cq: z.int().min(1).max(63).nullable(),
  /** Of H.264; other codecs have null. */
  profile: z.enum(['baseline', 'main', 'high']).nullable(),
  speed: EncodingSpeed,
});
export type VideoCodecOptions = z.infer<typeof VideoCodecOptions>;

/** A track is left out for sources that are shorter or longer. Whole seconds. */
export const VideoDurationCondition = z.object({
  minimumSeconds: z.int().min(60).max(86_400).nullable(),
  maximumSeconds: z.int().min(60).max(86_400).nullable(),
});
export type VideoDurationCondition = z.infer<typeof VideoDurationCondition>;

/** The id is null when encryption is off. */
export const TrackEncryption = z.object({
  isEnableVideoEncryption: z.boolean(),
  keyServerId: Id.nullable(),
});
export type TrackEncryption = z.infer<typeof TrackEncryption>;

export const VideoTrack = z.object({
  name: text({ least: 1, most: 60 }),
  /** Name of the look-up that was chosen (`1080p`, …), or `custom`, or `original`. */
  resolutionType: z.string().regex(/^[a-z0-9]{1,20}$/),
  resolutionControl: ResolutionControl,
  /** Null: the source's rate. */
  frameRateControl: z.object({ maxFrameRate: z.number().min(1).max(240).nullable() }),
  codec: VideoCodec,
  videoCodecOptions: VideoCodecOptions,
  videoDurationCondition: VideoDurationCondition.nullable(),
  encryption: TrackEncryption,
  /** Key of an audio track of the same profile; null plays without sound. */
  audioTrackKey: z.string().max(40).nullable(),
});
export type VideoTrack = z.infer<typeof VideoTrack>;

export const AudioCodec = z.enum(['aac', 'opus']);
export type AudioCodec = z.infer<typeof AudioCodec>;

export const AudioTrack = z.object({
  key: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: text({ least: 1, most: 60 }),
  codec: AudioCodec,
  bitRateKbps: z.int().min(16).max(512),
  sampleRate: z.int().min(8000).max(96_000),
  channels: z.int().min(1).max(8),
});
export type AudioTrack = z.infer<typeof AudioTrack>;

/** Says what the n-th audio track of a source is called. */
export const AudioVariant = z.object({
  key: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: text({ least: 1, most: 60 }),
  /** ISO 639-2/T */
  languageCode: z.string().regex(/^[a-z]{2,3}$/),
  isAudioDescription: z.boolean(),
});
export type AudioVariant = z.infer<typeof AudioVariant>;

/** `hls` and `mp4` belong to the classic model, `cmaf` (HLS and DASH in one) to the adaptive ones. */
export const FormatType = z.enum(['hls', 'mp4', 'cmaf']);
export type FormatType = z.infer<typeof FormatType>;

export const PresetProfile = z.object({
  name: text({ least: 1, most: 60 }),
  enabled: z.boolean(),
  formatType: FormatType,
  videoTracks: z.array(VideoTrack).max(12),
  audioTracks: z.array(AudioTrack).max(4),
  audioVariants: z.array(AudioVariant).max(16),
});
export type PresetProfile = z.infer<typeof PresetProfile>;

export const DeliveryModel = z.enum(['classic', 'model-k', 'model-c']);
export type DeliveryModel = z.infer<typeof DeliveryModel>;
