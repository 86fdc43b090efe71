import type {
  AudioVariant,
  DeliveryModel,
  FormatType,
  VideoCodec,
} from '@kinora/contract/preset-tracks';
import { noSpan } from './duration.ts';
import {
  type AudioTrackForm,
  freshId,
  type PresetForm,
  type ProfileForm,
  type VideoTrackForm,
} from './form.ts';
import { formatOf, formatsOf, type Offer } from './models.ts';

// How the parts of a form come, go and change together.

/** Most parts of a profile, and profiles of a preset (`contract/src/presets.ts`). */
export const mostParts = { videoTracks: 12, audioTracks: 8, audioVariants: 16 } as const;

/** Crf and ceiling that go with a height, as the system presets have them. */
const usual: readonly { size: number; crf: string; maxBitRateKbps: string }[] = [
  { size: 2160, crf: '23', maxBitRateKbps: '16000' },
  { size: 1440, crf: '23', maxBitRateKbps: '9000' },
  { size: 1080, crf: '23', maxBitRateKbps: '5500' },
  { size: 720, crf: '23', maxBitRateKbps: '3200' },
  { size: 480, crf: '23', maxBitRateKbps: '1600' },
  { size: 360, crf: '23', maxBitRateKbps: '900' },
  { size: 240, crf: '24', maxBitRateKbps: '450' },
];

/** A video track of that shortest side, with settings that suit most videos. */
export function newVideoTrack(size: number, audioTrackKey: string | null): VideoTrackForm {
  const settings = usual.find((one) => one.size <= size) ?? { crf: '24', maxBitRateKbps: '450' };
  return {
    id: freshId(),
    name: `${size}p`,
    resolutionType: `${size}p`,
    sizeType: 'shortestSide',
    size: String(size),
    maxFrameRate: '60',
    codec: 'h264',
    mode: 'constrainedEncoding',
    quality: {
      crf: settings.crf,
      maxBitRateKbps: settings.maxBitRateKbps,
      targetBitRateKbps: '',
      cq: '',
      qp: '',
    },
    profile: 'high',
    speed: 'fast',
    minimum: noSpan,
    maximum: noSpan,
    encryption: { isEnableVideoEncryption: false, keyServerId: null },
    audioTrackKey,
  };
}

/** The largest usual size that no track of the profile has; 1080 when all are there. */
export function nextSize(profile: ProfileForm): number {
  const taken = new Set(profile.videoTracks.map(({ size }) => size));
  const free = [1080, 720, 480, 360, 240].find((size) => !taken.has(String(size)));
  return free ?? 1080;
}

export function newAudioTrack(taken: readonly AudioTrackForm[], name: string): AudioTrackForm {
  return {
    key: freeKey('audio', taken),
    name,
    codec: 'aac',
    bitRateKbps: '128',
    sampleRate: '48000',
    channels: '2',
  };
}

export function newAudioVariant(taken: readonly AudioVariant[]): AudioVariant {
  return {
    key: freeKey('variant', taken),
    name: '',
    languageCode: '',
    isAudioDescription: false,
  };
}

function freeKey(word: string, taken: readonly { key: string }[]): string {
  const keys = new Set(taken.map(({ key }) => key));
  let number = 1;
  while (keys.has(`${word}-${number}`)) number += 1;
  return `${word}-${number}`;
}

/** A profile with the usual sizes and one stereo track, of a format that is not taken yet. */
export function newProfile(
  offer: Offer,
  model: DeliveryModel,
  taken: readonly ProfileForm[],
  audioName: string,
): ProfileForm {
  const formats = formatsOf(offer, model);
  const free = formats.find(({ formatType }) =>
    taken.every((profile) => profile.formatType !== formatType),
  );
  const format = free ?? formats[0];
  const audio = newAudioTrack([], audioName);
  return {
    id: freshId(),
    name: nameOf(format?.formatType ?? 'cmaf'),
    enabled: true,
    formatType: format?.formatType ?? 'cmaf',
    videoTracks: [1080, 720, 480].map((size) => newVideoTrack(size, audio.key)),
    audioTracks: [audio],
    audioVariants: [],
  };
}

/** What a new preset begins with. */
export function newForm(offer: Offer, model: DeliveryModel, audioName: string): PresetForm {
  return {
    name: '',
    model,
    profiles: [newProfile(offer, model, [], audioName)],
    defaultResolution: { type: 'auto', size: '' },
    backgroundCompletion: 'whenIdle',
  };
}

/** The form for another model: formats and codecs that it lacks become its own first ones. */
export function withModel(offer: Offer, form: PresetForm, model: DeliveryModel): PresetForm {
  if (form.model === model) return form;
  const formats = formatsOf(offer, model);
  const profiles = form.profiles.slice(0, Math.max(1, formats.length)).map((profile, index) => {
    const known = formats.some(({ formatType }) => formatType === profile.formatType);
    const format = formats[index];
    if (known || format === undefined) return withCodecs(offer, model, profile);
    return withFormat(offer, model, profile, format.formatType);
  });
  return { ...form, model, profiles };
}

/** The profile in another format; a name that only repeated the format goes along with it. */
export function withFormat(
  offer: Offer,
  model: DeliveryModel,
  profile: ProfileForm,
  formatType: FormatType,
): ProfileForm {
  const follows = profile.name.trim() === '' || profile.name === nameOf(profile.formatType);
  const name = follows ? nameOf(formatType) : profile.name;
  return withCodecs(offer, model, { ...profile, name, formatType });
}

/** What a profile is called unless somebody says otherwise. */
const nameOf = (formatType: FormatType) => formatType.toUpperCase();

/** The profile with the codecs that its format lacks replaced by the format's first ones. */
export function withCodecs(offer: Offer, model: DeliveryModel, profile: ProfileForm): ProfileForm {
  const format = formatOf(offer, model, profile.formatType);
  const [video = 'h264'] = format?.videoCodecs ?? [];
  const [audio = 'aac'] = format?.audioCodecs ?? [];
  return {
    ...profile,
    videoTracks: profile.videoTracks.map((track) =>
      format?.videoCodecs.includes(track.codec) === false ? withCodec(offer, track, video) : track,
    ),
    audioTracks: profile.audioTracks.map((track) =>
      format?.audioCodecs.includes(track.codec) === false ? { ...track, codec: audio } : track,
    ),
  };
}

/** The track with another codec; what that one does not know becomes what it does. */
export function withCodec(offer: Offer, track: VideoTrackForm, codec: VideoCodec): VideoTrackForm {
  const choice = offer.videoCodecs.find((one) => one.codec === codec);
  if (choice === undefined) return { ...track, codec };
  const keep = <T>(value: T, allowed: readonly T[]) =>
    allowed.includes(value) ? value : (allowed[0] ?? value);
  return {
    ...track,
    codec,
    mode: keep(track.mode, choice.qualityControlModes),
    speed: keep(track.speed, choice.speeds),
  };
}

/** A copy of a video track that stands for itself. */
export function copyOfTrack(track: VideoTrackForm, name: string): VideoTrackForm {
  return { ...track, id: freshId(), name };
}

/** Names of the video tracks that play with an audio track: while there are any, it stays. */
export function usersOfAudio(profile: ProfileForm, key: string): string[] {
  return profile.videoTracks
    .filter(({ audioTrackKey }) => audioTrackKey === key)
    .map(({ name }) => name);
}

/** The resolution of a track once a name, `custom` or `original` was chosen. */
export function withResolution(
  track: VideoTrackForm,
  chosen: string,
  offer: Offer,
): VideoTrackForm {
  const found = offer.resolutions.find(({ name }) => name === chosen);
  if (found === undefined || found.type === 'original') {
    const size = chosen === 'custom' ? track.size : '';
    return { ...track, resolutionType: chosen, size };
  }
  // A name that only repeated the size goes along with it.
  const follows = track.name === track.resolutionType || track.name.trim() === '';
  return {
    ...track,
    ...(follows && { name: chosen }),
    resolutionType: chosen,
    sizeType: found.type,
    size: String(found.size ?? ''),
  };
}

/** `list` with the item at `index` moved by `by` places; the same list at its ends. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const item = list[index];
  const other = list[index + by];
  const result = [...list];
  if (item === undefined || other === undefined) return result;
  result[index] = other;
  result[index + by] = item;
  return result;
}
