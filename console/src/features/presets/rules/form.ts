import { checkRange } from '@kinora/contract/field-rules';
import * as bounds from '@kinora/contract/preset-rules/bounds';
import { FIELDS_OF_MODE, type QualityField } from '@kinora/contract/preset-rules/codecs';
import { normalisePreset, type PresetContent } from '@kinora/contract/preset-rules/normalise';
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
import { type Span, toCondition, toSpan } from './duration.ts';
import { parseDecimal, parseWhole, toText } from './numbers.ts';

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

export function createId(): string {
  lastId += 1;
  return `part-${lastId}`;
}

/** A stored preset as it is typed. */
export function toForm(preset: PresetContent): PresetForm {
  const { defaultResolution } = preset;
  return {
    name: preset.name,
    model: preset.vodDeliveryModel,
    profiles: preset.profiles.map(toProfileForm),
    defaultResolution:
      defaultResolution === null || defaultResolution.type === 'original'
        ? { type: 'auto', size: '' }
        : { type: defaultResolution.type, size: toText(defaultResolution.size) },
    backgroundCompletion: preset.backgroundCompletion,
  };
}

function toProfileForm(profile: PresetProfile): ProfileForm {
  return {
    id: createId(),
    name: profile.name,
    enabled: profile.enabled,
    formatType: profile.formatType,
    videoTracks: profile.videoTracks.map(toVideoTrackForm),
    audioTracks: profile.audioTracks.map(toAudioTrackForm),
    audioVariants: profile.audioVariants,
  };
}

export function toAudioTrackForm(track: AudioTrack): AudioTrackForm {
  return {
    ...track,
    bitRateKbps: toText(track.bitRateKbps),
    sampleRate: toText(track.sampleRate),
    channels: toText(track.channels),
  };
}

export function toVideoTrackForm(track: VideoTrack): VideoTrackForm {
  const { resolutionControl: control, videoCodecOptions: options } = track;
  return {
    id: createId(),
    name: track.name,
    resolutionType: track.resolutionType,
    sizeType: control.type === 'original' ? 'shortestSide' : control.type,
    size: toText(control.size),
    maxFrameRate: toText(track.frameRateControl.maxFrameRate),
    codec: track.codec,
    mode: options.qualityControlMode,
    quality: {
      crf: toText(options.crf),
      targetBitRateKbps: toText(options.targetBitRateKbps),
      maxBitRateKbps: toText(options.maxBitRateKbps),
      cq: toText(options.cq),
      qp: toText(options.qp),
    },
    profile: options.profile ?? 'high',
    speed: options.speed,
    minimum: toSpan(track.videoDurationCondition?.minimumSeconds ?? null),
    maximum: toSpan(track.videoDurationCondition?.maximumSeconds ?? null),
    encryption: track.encryption,
    audioTrackKey: track.audioTrackKey,
  };
}

/** Makes the input of a call: text becomes numbers; empty and invalid ones become null. */
export function toInput(form: PresetForm): PresetContent {
  const { type, size } = form.defaultResolution;
  return normalisePreset({
    name: form.name.trim(),
    vodDeliveryModel: form.model,
    profiles: form.profiles.map((profile) => ({
      name: profile.name.trim(),
      enabled: profile.enabled,
      formatType: profile.formatType,
      videoTracks: profile.videoTracks.map(toVideoTrack),
      audioTracks: profile.audioTracks.map((track) => ({
        ...track,
        name: track.name.trim(),
        bitRateKbps: parseWhole(track.bitRateKbps) ?? 0,
        sampleRate: parseWhole(track.sampleRate) ?? 0,
        channels: parseWhole(track.channels) ?? 0,
      })),
      audioVariants: profile.audioVariants.map((variant) => ({
        ...variant,
        name: variant.name.trim(),
      })),
    })),
    defaultResolution: type === 'auto' ? null : { type, size: parseWhole(size) },
    backgroundCompletion: form.backgroundCompletion,
  });
}

function toVideoTrack(form: VideoTrackForm): VideoTrack {
  return {
    name: form.name.trim(),
    resolutionType: form.resolutionType,
    resolutionControl: {
      type: form.resolutionType === 'original' ? 'original' : form.sizeType,
      size: parseWhole(form.size),
    },
    frameRateControl: { maxFrameRate: parseDecimal(form.maxFrameRate) },
    codec: form.codec,
    videoCodecOptions: toCodecOptions(form),
    videoDurationCondition: toCondition(form.minimum, form.maximum),
    encryption: form.encryption,
    audioTrackKey: form.audioTrackKey,
  };
}

/** Fields that the quality mode doesn't use are sent too, where they would be taken: the rule clears them. */
function toCodecOptions(form: VideoTrackForm): VideoCodecOptions {
  const value = (field: QualityField) => {
    const number = parseWhole(form.quality[field]);
    if (number === null || FIELDS_OF_MODE[form.mode].includes(field)) return number;
    const range = field.endsWith('Kbps') ? bounds.VIDEO_RATES_KBPS : bounds.QUALITIES;
    return checkRange(number, range) === undefined ? number : null;
  };
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

/** Says whether two forms would send the same. */
export function isSameForm(a: PresetForm, b: PresetForm): boolean {
  return omitIds(a) === omitIds(b);
}

function omitIds(form: PresetForm): string {
  return JSON.stringify(form, (name, value: unknown) => (name === 'id' ? undefined : value));
}
