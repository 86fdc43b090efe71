import type {
  PresetProfile,
  ResolutionControl,
  VideoCodecOptions,
  VideoTrack,
} from '../preset-tracks.ts';
import { DURATIONS_SECONDS } from './bounds.ts';
import { FIELDS_OF_MODE, FORMATS, isNeeded, VIDEO_CODECS } from './codecs.ts';
import { toIssue, listRangeIssues, type Issue } from './issue.ts';

/** The facts besides the tracks that their checks need. */
type TrackContext = {
  audioKeysBefore: ReadonlySet<string>;
  /** The key server of the preset's first encrypted track. */
  keyServerId: string | null;
};

/** Finds the issues in the video tracks of a profile. */
export function listVideoIssues(
  profile: PresetProfile,
  path: string,
  { audioKeysBefore, keyServerId }: TrackContext,
): Issue[] {
  const audioKeys = new Set(profile.audioTracks.map(({ key }) => key));
  return profile.videoTracks.flatMap((track, at) => {
    const own = `${path}.videoTracks.${at}`;
    const earlier = profile.videoTracks.slice(0, at);
    return [
      ...listResolutionIssues(track, earlier, own),
      ...listCodecIssues(profile, track, own),
      ...listDurationIssues(track, `${own}.videoDurationCondition`),
      ...listEncryptionIssues(track, keyServerId, `${own}.encryption`),
      ...listAudioKeyIssues(track, own, { audioKeys, audioKeysBefore }),
    ];
  });
}

export function isSameSize(a: ResolutionControl, b: ResolutionControl): boolean {
  return a.type === b.type && a.size === b.size;
}

function listResolutionIssues(track: VideoTrack, earlier: VideoTrack[], path: string): Issue[] {
  const { type, size } = track.resolutionControl;
  if (type !== 'original' && size === null) {
    return [toIssue(`${path}.resolutionControl.size`, 'required')];
  }
  const isTwice = earlier.some(
    (other) =>
      other.codec === track.codec && isSameSize(other.resolutionControl, track.resolutionControl),
  );
  if (!isTwice) return [];
  return [toIssue(`${path}.resolutionControl.size`, 'duplicate_video_track')];
}

function listCodecIssues({ formatType }: PresetProfile, track: VideoTrack, path: string): Issue[] {
  const { codec, videoCodecOptions: options } = track;
  if (!FORMATS[formatType].videoCodecs.includes(codec)) {
    return [toIssue(`${path}.codec`, 'codec_not_of_format')];
  }
  const limits = VIDEO_CODECS[codec];
  const own = `${path}.videoCodecOptions`;
  if (!limits.modes.includes(options.qualityControlMode)) {
    return [toIssue(`${own}.qualityControlMode`, 'mode_not_of_codec')];
  }
  return [
    ...listProfileIssues(options, limits.profiles, own),
    ...(['crf', 'cq', 'qp'] as const).flatMap((name) => {
      const value = options[name];
      // Values that another mode would use are kept, and no form shows them.
      const isUsed = FIELDS_OF_MODE[options.qualityControlMode].includes(name);
      return value === null || !isUsed
        ? []
        : listRangeIssues(`${own}.${name}`, value, limits.quality);
    }),
    ...listModeIssues(options, own),
  ];
}

function listProfileIssues(
  { profile }: VideoCodecOptions,
  known: readonly string[],
  path: string,
): Issue[] {
  const own = `${path}.profile`;
  if (known.length > 0) return profile === null ? [toIssue(own, 'required')] : [];
  if (profile === null) return [];
  return [toIssue(own, 'profile_not_of_codec')];
}

function listModeIssues(options: VideoCodecOptions, path: string): Issue[] {
  const { qualityControlMode: mode, targetBitRateKbps: target, maxBitRateKbps: max } = options;
  const isReversed = target !== null && max !== null && max < target;
  return [
    ...FIELDS_OF_MODE[mode].flatMap((name) =>
      isNeeded(mode, name) && options[name] === null
        ? [toIssue(`${path}.${name}`, 'required')]
        : [],
    ),
    ...(isReversed ? [toIssue(`${path}.maxBitRateKbps`, 'below_target')] : []),
  ];
}

/** Specification 1, section 5: from a minute on, and the end behind the beginning. */
function listDurationIssues({ videoDurationCondition }: VideoTrack, path: string): Issue[] {
  if (videoDurationCondition === null) return [];
  const { minimumSeconds, maximumSeconds } = videoDurationCondition;
  const min = minimumSeconds ?? 0;
  const issues: Issue[] = [];
  if (minimumSeconds !== null && minimumSeconds < DURATIONS_SECONDS.min) {
    issues.push(toIssue(`${path}.minimumSeconds`, 'duration_too_short'));
  }
  if (maximumSeconds !== null && maximumSeconds < DURATIONS_SECONDS.min) {
    issues.push(toIssue(`${path}.maximumSeconds`, 'duration_too_short'));
  } else if (maximumSeconds !== null && maximumSeconds <= min) {
    issues.push(toIssue(`${path}.maximumSeconds`, 'duration_range'));
  }
  return issues;
}

/** A stream has one key, so that all tracks name the server of the first one that names any. */
function listEncryptionIssues(
  { encryption }: VideoTrack,
  keyServerId: string | null,
  path: string,
): Issue[] {
  if (!encryption.isEnableVideoEncryption) return [];
  const own = `${path}.keyServerId`;
  if (encryption.keyServerId === null) return [toIssue(own, 'required')];
  return encryption.keyServerId === keyServerId ? [] : [toIssue(own, 'key_servers_differ')];
}

function listAudioKeyIssues(
  { audioTrackKey }: VideoTrack,
  path: string,
  { audioKeys, audioKeysBefore }: Record<'audioKeys' | 'audioKeysBefore', ReadonlySet<string>>,
): Issue[] {
  if (audioTrackKey === null || audioKeys.has(audioTrackKey)) return [];
  const own = `${path}.audioTrackKey`;
  return audioKeysBefore.has(audioTrackKey)
    ? [toIssue(own, 'audio_track_in_use')]
    : [toIssue(own, 'audio_track_unknown')];
}
