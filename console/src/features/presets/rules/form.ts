import { fieldsOfMode, type QualityField } from '@kinora/contract/preset-rules/codecs';
import { normalised, type PresetContent } from '@kinora/contract/preset-rules/normalise';
import type {
  AudioTrack,
  AudioVariant,
  DeliveryModel,
  FormatType,
  PresetProfile,
  ResolutionControl,
  VideoCodec,
  VideoCodecOptions,
  VideoTrack,
} from '@kinora/contract/preset-tracks';
import type { Preset } from '@kinora/contract/presets';
import { conditionOf, type Span, spanOf } from './duration.ts';
import { decimalOf, textOf, wholeOf } from './numbers.ts';

// A preset as it is typed: every number is text, and every part has an id of its own, so that it
// keeps its place on the screen while others come and go.

export type SizeType = Exclude<ResolutionControl['type'], 'original'>;

export type VideoTrackForm = {
  id: string;
  name: string;
  /** A look-up's name, `custom` or `original`. */
  resolutionType: string;
  sizeType: SizeType;
  size: string;
  maxFrameRate: string;
  codec: VideoCodec;
  mode: VideoCodecOptions['qualityControlMode'];
  quality: Record<QualityField, string>;
  profile: NonNullable<VideoCodecOptions['profile']>;
  speed: VideoCodecOptions['speed'];
  minimum: Span;
  maximum: Span;
  encryption: VideoTrack['encryption'];
  audioTrackKey: string | null;
};

export type AudioTrackForm = {
  key: string;
  name: string;
  codec: AudioTrack['codec'];
  bitRateKbps: string;
  sampleRate: string;
  channels: string;
};

export type ProfileForm = {
  id: string;
  name: string;
  enabled: boolean;
  formatType: FormatType;
  videoTracks: VideoTrackForm[];
  audioTracks: AudioTrackForm[];
  audioVariants: AudioVariant[];
};

export type PresetForm = {
  name: string;
  model: DeliveryModel;
  profiles: ProfileForm[];
  /** `auto` lets Kinora choose. */
  defaultResolution: { type: SizeType | 'auto'; size: string };
  backgroundCompletion: Preset['backgroundCompletion'];
};

let lastId = 0;

export function freshId(): string {
  lastId += 1;
  return `part-${lastId}`;
}

/** A stored preset as it is typed. */
export function formOf(preset: PresetContent): PresetForm {
  const { defaultResolution } = preset;
  return {
    name: preset.name,
    model: preset.vodDeliveryModel,
    profiles: preset.profiles.map(profileForm),
    defaultResolution:
      defaultResolution === null || defaultResolution.type === 'original'
        ? { type: 'auto', size: '' }
        : { type: defaultResolution.type, size: textOf(defaultResolution.size) },
    backgroundCompletion: preset.backgroundCompletion,
  };
}

function profileForm(profile: PresetProfile): ProfileForm {
  return {
    id: freshId(),
    name: profile.name,
    enabled: profile.enabled,
    formatType: profile.formatType,
    videoTracks: profile.videoTracks.map(videoTrackForm),
    audioTracks: profile.audioTracks.map(audioTrackForm),
    audioVariants: profile.audioVariants,
  };
}

export function audioTrackForm(track: AudioTrack): AudioTrackForm {
  return {
    ...track,
    bitRateKbps: textOf(track.bitRateKbps),
    sampleRate: textOf(track.sampleRate),
    channels: textOf(track.channels),
  };
}

export function videoTrackForm(track: VideoTrack): VideoTrackForm {
  const { resolutionControl: control, videoCodecOptions: options } = track;
  return {
    id: freshId(),
    name: track.name,
    resolutionType: track.resolutionType,
    sizeType: control.type === 'original' ? 'shortestSide' : control.type,
    size: textOf(control.size),
    maxFrameRate: textOf(track.frameRateControl.maxFrameRate),
    codec: track.codec,
    mode: options.qualityControlMode,
    quality: {
      crf: textOf(options.crf),
      targetBitRateKbps: textOf(options.targetBitRateKbps),
      maxBitRateKbps: textOf(options.maxBitRateKbps),
      cq: textOf(options.cq),
      qp: textOf(options.qp),
    },
    profile: options.profile ?? 'high',
    speed: options.speed,
    minimum: spanOf(track.videoDurationCondition?.minimumSeconds ?? null),
    maximum: spanOf(track.videoDurationCondition?.maximumSeconds ?? null),
    encryption: track.encryption,
    audioTrackKey: track.audioTrackKey,
  };
}

/** Makes what is sent: text becomes numbers; what is empty or no number becomes null. */
export function inputOf(form: PresetForm): PresetContent {
  const { type, size } = form.defaultResolution;
  return normalised({
    name: form.name.trim(),
    vodDeliveryModel: form.model,
    profiles: form.profiles.map((profile) => ({
      name: profile.name.trim(),
      enabled: profile.enabled,
      formatType: profile.formatType,
      videoTracks: profile.videoTracks.map(videoTrackOf),
      audioTracks: profile.audioTracks.map((track) => ({
        ...track,
        name: track.name.trim(),
        bitRateKbps: wholeOf(track.bitRateKbps) ?? 0,
        sampleRate: wholeOf(track.sampleRate) ?? 0,
        channels: wholeOf(track.channels) ?? 0,
      })),
      audioVariants: profile.audioVariants.map((variant) => ({
        ...variant,
        name: variant.name.trim(),
      })),
    })),
    defaultResolution: type === 'auto' ? null : { type, size: wholeOf(size) },
    backgroundCompletion: form.backgroundCompletion,
  });
}

function videoTrackOf(form: VideoTrackForm): VideoTrack {
  return {
    name: form.name.trim(),
    resolutionType: form.resolutionType,
    resolutionControl: {
      type: form.resolutionType === 'original' ? 'original' : form.sizeType,
      size: wholeOf(form.size),
    },
    frameRateControl: { maxFrameRate: decimalOf(form.maxFrameRate) },
    codec: form.codec,
    videoCodecOptions: codecOptionsOf(form),
    videoDurationCondition: conditionOf(form.minimum, form.maximum),
    encryption: form.encryption,
    audioTrackKey: form.audioTrackKey,
  };
}

/** Specification 1, section 4: what the quality mode does not use is null. */
function codecOptionsOf(form: VideoTrackForm): VideoCodecOptions {
  const value = (field: QualityField) =>
    fieldsOfMode[form.mode].includes(field) ? wholeOf(form.quality[field]) : null;
  return {
    qualityControlMode: form.mode,
    crf: value('crf'),
    targetBitRateKbps: value('targetBitRateKbps'),
    maxBitRateKbps: value('maxBitRateKbps'),
    cq: value('cq'),
    qp: value('qp'),
    profile: form.codec === 'h264' ? form.profile : null,
    speed: form.speed,
  };
}

/** Whether two forms would send the same. */
export function isSameForm(a: PresetForm, b: PresetForm): boolean {
  return withoutIds(a) === withoutIds(b);
}

function withoutIds(form: PresetForm): string {
  return JSON.stringify(form, (name, value: unknown) => (name === 'id' ? undefined : value));
}
