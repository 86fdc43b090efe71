import { z } from 'zod';
import { Id, text } from './fields.ts';
import type { Range } from './field-rules.ts';
import * as bounds from './preset-rules/bounds.ts';

// The profiles of a preset, as they are stored.

const within = ({ min, max }: Range) => z.int().min(min).max(max);
const partName = text(bounds.PART_NAME_LETTERS);

/** Pixels of the shortest side, the width or the height; `original` keeps the source's size. */
export const ResolutionControl = z.object({
  type: z.enum(['shortestSide', 'width', 'height', 'original']),
  /** Null exactly when the type is `original`. */
  size: within(bounds.SIZES).nullable(),
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

/** `fast`, the default, is x264's `veryfast`: slower presets cost much and bring little. */
export const EncodingSpeed = z.enum(['fastest', 'faster', 'fast', 'balanced', 'small']);
export type EncodingSpeed = z.infer<typeof EncodingSpeed>;

export const VideoCodecOptions = z.object({
  qualityControlMode: QualityControlMode,
  crf: within(bounds.QUALITIES).nullable(),
  targetBitRateKbps: within(bounds.VIDEO_RATES_KBPS).nullable(),
  maxBitRateKbps: within(bounds.VIDEO_RATES_KBPS).nullable(),
  qp: within(bounds.QUALITIES).nullable(),
  cq: within(bounds.QUALITIES).nullable(),
  /** The profile of H.264; other codecs have null. */
  profile: z.enum(['baseline', 'main', 'high']).nullable(),
  speed: EncodingSpeed,
});
export type VideoCodecOptions = z.infer<typeof VideoCodecOptions>;

/** A track is left out for sources that are shorter or longer. Whole seconds. */
export const VideoDurationCondition = z.object({
  minimumSeconds: within(bounds.DURATIONS_SECONDS).nullable(),
  maximumSeconds: within(bounds.DURATIONS_SECONDS).nullable(),
});
export type VideoDurationCondition = z.infer<typeof VideoDurationCondition>;

/** The id is null when encryption is off. */
export const TrackEncryption = z.object({
  isEnableVideoEncryption: z.boolean(),
  keyServerId: Id.nullable(),
});
export type TrackEncryption = z.infer<typeof TrackEncryption>;

export const VideoTrack = z.object({
  name: partName,
  /** Name of the look-up that was chosen (`1080p`, …), or `custom`, or `original`. */
  resolutionType: z.string().regex(/^[a-z0-9]{1,20}$/),
  resolutionControl: ResolutionControl,
  /** Null: the source's rate. */
  frameRateControl: z.object({
    maxFrameRate: z.number().min(bounds.FRAME_RATES.min).max(bounds.FRAME_RATES.max).nullable(),
  }),
  codec: VideoCodec,
  videoCodecOptions: VideoCodecOptions,
  videoDurationCondition: VideoDurationCondition.nullable(),
  encryption: TrackEncryption,
  /** Key of an audio track of the same profile; null plays without audio. */
  audioTrackKey: z.string().max(40).nullable(),
});
export type VideoTrack = z.infer<typeof VideoTrack>;

export const AudioCodec = z.enum(['aac', 'opus']);
export type AudioCodec = z.infer<typeof AudioCodec>;

export const AudioTrack = z.object({
  key: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: partName,
  codec: AudioCodec,
  bitRateKbps: within(bounds.AUDIO_RATES_KBPS),
  sampleRate: within(bounds.SAMPLE_RATES),
  channels: within(bounds.CHANNEL_COUNTS),
});
export type AudioTrack = z.infer<typeof AudioTrack>;

/** Says what the n-th audio track of a source is called. */
export const AudioVariant = z.object({
  key: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: partName,
  /** ISO 639-2/T */
  languageCode: z.string().regex(/^[a-z]{2,3}$/),
  isAudioDescription: z.boolean(),
});
export type AudioVariant = z.infer<typeof AudioVariant>;

/** `hls` and `mp4` belong to the classic model, `cmaf` (HLS and DASH in one) to the adaptive ones. */
export const FormatType = z.enum(['hls', 'mp4', 'cmaf']);
export type FormatType = z.infer<typeof FormatType>;

export const PresetProfile = z.object({
  name: partName,
  enabled: z.boolean(),
  formatType: FormatType,
  videoTracks: z.array(VideoTrack).max(bounds.MAX_PARTS.videoTracks),
  audioTracks: z.array(AudioTrack).max(bounds.MAX_PARTS.audioTracks),
  audioVariants: z.array(AudioVariant).max(bounds.MAX_PARTS.audioVariants),
});
export type PresetProfile = z.infer<typeof PresetProfile>;

export const DeliveryModel = z.enum(['classic', 'model-k', 'model-c']);
export type DeliveryModel = z.infer<typeof DeliveryModel>;
