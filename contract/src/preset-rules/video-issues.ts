import type {
  PresetProfile,
  ResolutionControl,
  VideoCodecOptions,
  VideoTrack,
} from '../preset-tracks.ts';
import { durationsSeconds } from './bounds.ts';
import { fieldsOfMode, formats, isNeeded, videoCodecs } from './codecs.ts';
import { issue, outOfRange, type Issue } from './issue.ts';

/** Finds the issues in the video tracks of a profile. */
export function videoIssues(
  profile: PresetProfile,
  path: string,
  audioKeysBefore: ReadonlySet<string>,
): Issue[] {
  const audioKeys = new Set(profile.audioTracks.map(({ key }) => key));
  return profile.videoTracks.flatMap((track, at) => {
    const own = `${path}.videoTracks.${at}`;
    const earlier = profile.videoTracks.slice(0, at);
    return [
      ...resolutionIssues(track, earlier, own),
      ...codecIssues(profile, track, own),
      ...durationIssues(track, `${own}.videoDurationCondition`),
      ...encryptionIssues(track, `${own}.encryption`),
      ...audioKeyIssues(track, own, { audioKeys, audioKeysBefore }),
    ];
  });
}

export function isSameSize(a: ResolutionControl, b: ResolutionControl): boolean {
  return a.type === b.type && a.size === b.size;
}

function resolutionIssues(track: VideoTrack, earlier: VideoTrack[], path: string): Issue[] {
  const { type, size } = track.resolutionControl;
  if (type !== 'original' && size === null) {
    return [issue(`${path}.resolutionControl.size`, 'required')];
  }
  const isTwice = earlier.some(
    (other) =>
      other.codec === track.codec && isSameSize(other.resolutionControl, track.resolutionControl),
  );
  if (!isTwice) return [];
  return [issue(`${path}.resolutionControl.size`, 'duplicate_video_track')];
}

function codecIssues({ formatType }: PresetProfile, track: VideoTrack, path: string): Issue[] {
  const { codec, videoCodecOptions: options } = track;
  if (!formats[formatType].videoCodecs.includes(codec)) {
    return [issue(`${path}.codec`, 'codec_not_of_format')];
  }
  const limits = videoCodecs[codec];
  const own = `${path}.videoCodecOptions`;
  if (!limits.modes.includes(options.qualityControlMode)) {
    return [issue(`${own}.qualityControlMode`, 'mode_not_of_codec')];
  }
  return [
    ...profileIssues(options, limits.profiles, own),
    ...(['crf', 'cq', 'qp'] as const).flatMap((name) => {
      const value = options[name];
      return value === null ? [] : outOfRange(`${own}.${name}`, value, limits.quality);
    }),
    ...modeIssues(options, own),
  ];
}

function profileIssues(
  { profile }: VideoCodecOptions,
  known: readonly string[],
  path: string,
): Issue[] {
  const own = `${path}.profile`;
  if (known.length > 0) return profile === null ? [issue(own, 'required')] : [];
  if (profile === null) return [];
  return [issue(own, 'profile_not_of_codec')];
}

function modeIssues(options: VideoCodecOptions, path: string): Issue[] {
  const { qualityControlMode: mode, targetBitRateKbps: target, maxBitRateKbps: max } = options;
  const isReversed = target !== null && max !== null && max < target;
  return [
    ...fieldsOfMode[mode].flatMap((name) =>
      isNeeded(mode, name) && options[name] === null ? [issue(`${path}.${name}`, 'required')] : [],
    ),
    ...(isReversed ? [issue(`${path}.maxBitRateKbps`, 'below_target')] : []),
  ];
}

/** Specification 1, section 5: from a minute on, and the end behind the beginning. */
function durationIssues({ videoDurationCondition }: VideoTrack, path: string): Issue[] {
  if (videoDurationCondition === null) return [];
  const { minimumSeconds, maximumSeconds } = videoDurationCondition;
  const min = minimumSeconds ?? 0;
  const issues: Issue[] = [];
  if (minimumSeconds !== null && minimumSeconds < durationsSeconds.min) {
    issues.push(issue(`${path}.minimumSeconds`, 'duration_too_short'));
  }
  if (maximumSeconds !== null && maximumSeconds < durationsSeconds.min) {
    issues.push(issue(`${path}.maximumSeconds`, 'duration_too_short'));
  } else if (maximumSeconds !== null && maximumSeconds <= min) {
    issues.push(issue(`${path}.maximumSeconds`, 'duration_range'));
  }
  return issues;
}

/** No key server can be set up yet, so that none exists. */
function encryptionIssues({ encryption }: VideoTrack, path: string): Issue[] {
  if (!encryption.isEnableVideoEncryption) return [];
  return [issue(`${path}.keyServerId`, 'key_server_not_found')];
}

function audioKeyIssues(
  { audioTrackKey }: VideoTrack,
  path: string,
  { audioKeys, audioKeysBefore }: Record<'audioKeys' | 'audioKeysBefore', ReadonlySet<string>>,
): Issue[] {
  if (audioTrackKey === null || audioKeys.has(audioTrackKey)) return [];
  const own = `${path}.audioTrackKey`;
  return audioKeysBefore.has(audioTrackKey)
    ? [issue(own, 'audio_track_in_use')]
    : [issue(own, 'audio_track_unknown')];
}
