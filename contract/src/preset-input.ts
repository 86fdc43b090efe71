import { z } from 'zod';
import { Id, numberField, optionalNumberField, text } from './fields.ts';
import * as bounds from './preset-rules/bounds.ts';
import {
  AudioCodec,
  AudioTrack,
  AudioVariant,
  DeliveryModel,
  EncodingSpeed,
  FormatType,
  QualityControlMode,
  ResolutionControl,
  VideoCodec,
  VideoTrack,
} from './preset-tracks.ts';

// A caller's preset may have numbers as text, and may leave out fields that don't apply.
// `preset-rules` decide whether fields fit together, and clear those that a mode does not use.

const ResolutionControlInput = z.object({
  type: ResolutionControl.shape.type,
  size: optionalNumberField(bounds.SIZES),
});

const VideoCodecOptionsInput = z.object({
  qualityControlMode: QualityControlMode,
  crf: optionalNumberField(bounds.QUALITIES),
  targetBitRateKbps: optionalNumberField(bounds.VIDEO_RATES_KBPS),
  maxBitRateKbps: optionalNumberField(bounds.VIDEO_RATES_KBPS),
  qp: optionalNumberField(bounds.QUALITIES),
  cq: optionalNumberField(bounds.QUALITIES),
  profile: z.enum(['baseline', 'main', 'high']).nullable().default(null),
  speed: EncodingSpeed.default('fast'),
});

/** Seconds; the rules say that the least is a minute. */
const duration = { min: 0, max: bounds.DURATIONS_SECONDS.max };
const VideoDurationConditionInput = z.object({
  minimumSeconds: optionalNumberField(duration),
  maximumSeconds: optionalNumberField(duration),
});

const VideoTrackInput = z.object({
  name: text(bounds.PART_NAME_LETTERS),
  resolutionType: VideoTrack.shape.resolutionType.default('custom'),
  resolutionControl: ResolutionControlInput,
  frameRateControl: z
    .object({ maxFrameRate: optionalNumberField({ ...bounds.FRAME_RATES, isWhole: false }) })
    .default({ maxFrameRate: null }),
  codec: VideoCodec,
  videoCodecOptions: VideoCodecOptionsInput,
  videoDurationCondition: VideoDurationConditionInput.nullable().default(null),
  encryption: z
    .object({ isEnableVideoEncryption: z.boolean(), keyServerId: Id.nullable().default(null) })
    .default({ isEnableVideoEncryption: false, keyServerId: null }),
  // null: silent; left out: the profile's first audio track
  audioTrackKey: z.string().max(40).nullable().optional(),
});

const AudioTrackInput = z.object({
  key: AudioTrack.shape.key,
  name: text(bounds.PART_NAME_LETTERS),
  codec: AudioCodec,
  bitRateKbps: numberField(bounds.AUDIO_RATES_KBPS),
  sampleRate: numberField(bounds.SAMPLE_RATES),
  channels: numberField(bounds.CHANNEL_COUNTS),
});

const languageCode = z
  .string()
  .max(100)
  .superRefine((code, context) => {
    const issue = (name: string, message: string) =>
      context.addIssue({ code: 'custom', message, params: { code: name } });
    if (code.trim() === '') return issue('required', 'Required');
    if (!/^[a-z]{2,3}$/.test(code)) issue('invalid_language_code', 'Two or three letters a to z');
  });

const PresetProfileInput = z
  .object({
    name: text(bounds.PART_NAME_LETTERS),
    enabled: z.boolean(),
    formatType: FormatType,
    videoTracks: z.array(VideoTrackInput).max(bounds.MAX_PARTS.videoTracks),
    audioTracks: z.array(AudioTrackInput).max(bounds.MAX_PARTS.audioTracks),
    audioVariants: z
      .array(AudioVariant.extend({ languageCode }))
      .max(bounds.MAX_PARTS.audioVariants)
      .default([]),
  })
  .transform((profile) => {
    const first = profile.audioTracks[0]?.key ?? null;
    const videoTracks = profile.videoTracks.map(({ audioTrackKey = first, ...track }) => ({
      ...track,
      audioTrackKey,
    }));
    return { ...profile, videoTracks };
  });

export const PresetInput = z.object({
  name: text(bounds.PRESET_NAME_LETTERS),
  vodDeliveryModel: DeliveryModel.default('classic'),
  profiles: z.array(PresetProfileInput).min(1).max(bounds.MAX_PARTS.profiles),
  defaultResolution: ResolutionControlInput.nullable().default(null),
  backgroundCompletion: z.enum(['whenIdle', 'never']).default('whenIdle'),
});
/** The parsed form; callers may send `z.input`. */
export type PresetInput = z.infer<typeof PresetInput>;
