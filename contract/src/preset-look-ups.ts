import { z } from 'zod';
import {
  AudioCodec,
  DeliveryModel,
  EncodingSpeed,
  FormatType,
  QualityControlMode,
  ResolutionControl,
  VideoCodec,
} from './preset-tracks.ts';

// The forms of presets offer these.

export const ResolutionChoice = z.object({
  /** The value of a track's `resolutionType`. */
  name: z.string(),
  type: ResolutionControl.shape.type,
  size: z.int().nullable(),
  /** The size at 16:9, in pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  label: z.string(),
});
export type ResolutionChoice = z.infer<typeof ResolutionChoice>;

export const AudioTrackChoice = z.object({
  key: z.string(),
  codec: AudioCodec,
  bitRateKbps: z.int(),
  sampleRate: z.int(),
  channels: z.int(),
  label: z.string(),
});
export type AudioTrackChoice = z.infer<typeof AudioTrackChoice>;

const Range = z.object({ least: z.int(), most: z.int() });

export const VideoCodecChoice = z.object({
  codec: VideoCodec,
  label: z.string(),
  qualityControlModes: z.array(QualityControlMode),
  crf: Range,
  cq: Range,
  qp: Range,
  bitRateKbps: Range,
  /** Values of constant quality that are offered in addition to a typed one. */
  qualities: z.array(z.int()),
  /** Empty where the codec has none to choose. */
  profiles: z.array(z.enum(['baseline', 'main', 'high'])),
  speeds: z.array(EncodingSpeed),
});
export type VideoCodecChoice = z.infer<typeof VideoCodecChoice>;

export const AudioCodecChoice = z.object({
  codec: AudioCodec,
  label: z.string(),
  bitRateKbps: Range,
  sampleRates: z.array(z.int()),
  channels: Range,
});
export type AudioCodecChoice = z.infer<typeof AudioCodecChoice>;

export const FormatChoice = z.object({
  formatType: FormatType,
  vodDeliveryModel: DeliveryModel,
  label: z.string(),
  videoCodecs: z.array(VideoCodec),
  audioCodecs: z.array(AudioCodec),
});
export type FormatChoice = z.infer<typeof FormatChoice>;

export const LanguageChoice = z.object({
  /** ISO 639-2/T */
  code6392T: z.string(),
  /** In English. */
  name: z.string(),
  /** In the reader's language. */
  displayName: z.string(),
});
export type LanguageChoice = z.infer<typeof LanguageChoice>;
