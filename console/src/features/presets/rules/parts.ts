import { FORMATS, listModelFormats, VIDEO_CODECS } from '@kinora/contract/preset-rules/codecs';
import {
  createUsualVideoTrack,
  USUAL_AUDIO,
  USUAL_SIZES,
} from '@kinora/contract/preset-rules/ladder';
import { RESOLUTIONS } from '@kinora/contract/preset-rules/resolutions';
import type {
  AudioVariant,
  DeliveryModel,
  FormatType,
  VideoCodec,
} from '@kinora/contract/preset-tracks';
import {
  type AudioTrackForm,
  createId,
  type PresetForm,
  type ProfileForm,
  toAudioTrackForm,
  toVideoTrackForm,
  type VideoTrackForm,
} from './form.ts';

// Says how the parts of a form come, go and change together.

/** A video track of that shortest side, with settings that suit most videos. */
export function createVideoTrack(size: number, audioTrackKey: string | null): VideoTrackForm {
  return toVideoTrackForm(createUsualVideoTrack(size, audioTrackKey));
}

/** The largest usual size that no track of the profile has; 1080 when all are there. */
export function getNextSize(profile: ProfileForm): number {
  const taken = new Set(profile.videoTracks.map(({ size }) => size));
  const free = USUAL_SIZES.find((size) => !taken.has(String(size)));
  return free ?? 1080;
}

export function createAudioTrack(taken: readonly AudioTrackForm[], name: string): AudioTrackForm {
  return toAudioTrackForm({ key: findFreeKey('audio', taken), name, ...USUAL_AUDIO });
}

export function createAudioVariant(taken: readonly AudioVariant[]): AudioVariant {
  return {
    key: findFreeKey('variant', taken),
    name: '',
    languageCode: '',
    isAudioDescription: false,
  };
}

function findFreeKey(word: string, taken: readonly { key: string }[]): string {
  const keys = new Set(taken.map(({ key }) => key));
  let number = 1;
  while (keys.has(`${word}-${number}`)) number += 1;
  return `${word}-${number}`;
}

/** A profile with the usual sizes and one stereo track, of a format that is not taken yet. */
export function createProfile(
  model: DeliveryModel,
  taken: readonly ProfileForm[],
  audioName: string,
): ProfileForm {
  const all = listModelFormats(model);
  const free = all.find((format) => taken.every((profile) => profile.formatType !== format));
  const formatType = free ?? all[0] ?? 'cmaf';
  const audio = createAudioTrack([], audioName);
  return {
    id: createId(),
    name: nameFormat(formatType),
    enabled: true,
    formatType,
    videoTracks: USUAL_SIZES.slice(0, 3).map((size) => createVideoTrack(size, audio.key)),
    audioTracks: [audio],
    audioVariants: [],
  };
}

/** A new preset begins with this. */
export function createForm(model: DeliveryModel, audioName: string): PresetForm {
  return {
    name: '',
    model,
    profiles: [createProfile(model, [], audioName)],
    defaultResolution: { type: 'auto', size: '' },
    backgroundCompletion: 'whenIdle',
  };
}

/** The form for another model: formats and codecs that it lacks become its own first ones. */
export function withModel(form: PresetForm, model: DeliveryModel): PresetForm {
  if (form.model === model) return form;
  const all = listModelFormats(model);
  const profiles = form.profiles
    .slice(0, all.length)
    .map((profile, index) =>
      all.includes(profile.formatType)
        ? withCodecs(profile)
        : withFormat(profile, all[index] ?? 'cmaf'),
    );
  return { ...form, model, profiles };
}

/** The profile in another format; a name that only repeated the format goes along with it. */
export function withFormat(profile: ProfileForm, formatType: FormatType): ProfileForm {
  const follows = profile.name.trim() === '' || profile.name === nameFormat(profile.formatType);
  const name = follows ? nameFormat(formatType) : profile.name;
  return withCodecs({ ...profile, name, formatType });
}

/** The name of a profile until it is given another. */
const nameFormat = (formatType: FormatType) => formatType.toUpperCase();

/** The profile with the codecs that its format lacks replaced by the format's first ones. */
export function withCodecs(profile: ProfileForm): ProfileForm {
  const taken = FORMATS[profile.formatType];
  const [video = 'h264'] = taken.videoCodecs;
  const [audio = 'aac'] = taken.audioCodecs;
  return {
    ...profile,
    videoTracks: profile.videoTracks.map((track) =>
      taken.videoCodecs.includes(track.codec) ? track : withCodec(track, video),
    ),
    audioTracks: profile.audioTracks.map((track) =>
      taken.audioCodecs.includes(track.codec) ? track : { ...track, codec: audio },
    ),
  };
}

/** The track with another codec; options that this codec lacks become its own. */
export function withCodec(track: VideoTrackForm, codec: VideoCodec): VideoTrackForm {
  const { modes } = VIDEO_CODECS[codec];
  return {
    ...track,
    codec,
    mode: modes.includes(track.mode) ? track.mode : (modes[0] ?? track.mode),
  };
}

/** A copy of a video track that stands for itself. */
export function copyTrack(track: VideoTrackForm, name: string): VideoTrackForm {
  return { ...track, id: createId(), name };
}

/** Names of the video tracks that play with an audio track: while there are any, it stays. */
export function listAudioUsers(profile: ProfileForm, key: string): string[] {
  return profile.videoTracks
    .filter(({ audioTrackKey }) => audioTrackKey === key)
    .map(({ name }) => name);
}

/** The resolution of a track once a name, `custom` or `original` was chosen. */
export function withResolution(track: VideoTrackForm, chosen: string): VideoTrackForm {
  const found = RESOLUTIONS.find(({ name }) => name === chosen);
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
export function moveItem<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const item = list[index];
  const other = list[index + by];
  const result = [...list];
  if (item === undefined || other === undefined) return result;
  result[index] = other;
  result[index + by] = item;
  return result;
}
