import type {
  AudioTrack,
  PresetProfile,
  ResolutionControl,
  VideoCodecOptions,
  VideoTrack,
} from '@kinora/contract/preset-tracks';
import type { Ladder, VideoIntent } from '@kinora/media/plan/ladder';

/** The renditions that the enabled profiles of a preset want, tallest first. */
export function toLadder(profiles: readonly PresetProfile[]): Ladder {
  const enabled = profiles.filter((profile) => profile.enabled);
  // Progressive files are made from renditions of the stream, and get none of their own.
  const streams = enabled.filter((profile) => profile.formatType !== 'mp4');
  const used = streams.length > 0 ? streams : enabled;
  const played = used.flatMap(listPlayedTracks);
  return {
    video: used
      .flatMap((profile) =>
        profile.videoTracks.map((track) => ({
          ...toVideoIntent(track),
          audio: findTrackIndex(played, profile, track.audioTrackKey),
        })),
      )
      .toSorted((a, b) => (b.size.pixels ?? Infinity) - (a.size.pixels ?? Infinity)),
    audio: played.map(({ track: { codec, bitRateKbps, channels, sampleRate, name } }) => ({
      codec,
      bitrateKbps: bitRateKbps,
      channels: channels === 1 ? 1 : 2,
      sampleRate: sampleRate === 44_100 ? 44_100 : 48_000,
      name,
    })),
    audioVariants: used.flatMap((profile) => profile.audioVariants),
  };
}

type PlayedTrack = { profile: PresetProfile; track: AudioTrack };

/** The audio tracks that a video track of the profile plays with; all where it has no video. */
function listPlayedTracks(profile: PresetProfile): PlayedTrack[] {
  const { audioTracks, videoTracks } = profile;
  return audioTracks
    .filter(
      ({ key }) =>
        videoTracks.length === 0 || videoTracks.some(({ audioTrackKey }) => audioTrackKey === key),
    )
    .map((track) => ({ profile, track }));
}

/** Finds the place of a track in the ladder's audio, by its key within a profile; null is silent. */
function findTrackIndex(
  played: readonly PlayedTrack[],
  profile: PresetProfile,
  key: string | null,
): number | null {
  const place = played.findIndex((sound) => sound.profile === profile && sound.track.key === key);
  return place < 0 ? null : place;
}

/**
 * Says whether segments are encrypted whole: where its project or one track wants it, nothing is stored
 * in the clear.
 */
export function wantsEncryption(task: {
  profiles: readonly PresetProfile[];
  keyServerId: string | null;
}): boolean {
  return task.keyServerId !== null || listEncryptions(task.profiles).length > 0;
}

/** The server that a preset names for the key of a stream, which has one. */
export function findKeyServerId(profiles: readonly PresetProfile[]): string | null {
  return listEncryptions(profiles)[0]?.keyServerId ?? null;
}

function listEncryptions(profiles: readonly PresetProfile[]) {
  return profiles
    .filter(({ enabled }) => enabled)
    .flatMap(({ videoTracks }) => videoTracks.map(({ encryption }) => encryption))
    .filter(({ isEnableVideoEncryption }) => isEnableVideoEncryption);
}

function toVideoIntent(track: VideoTrack): VideoIntent {
  const { type, size } = track.resolutionControl;
  return {
    codec: track.codec,
    size: { type, pixels: type === 'original' ? null : size },
    maxFrameRate: track.frameRateControl.maxFrameRate ?? 60,
    profile: track.videoCodecOptions.profile,
    speed: track.videoCodecOptions.speed,
    quality: toQuality(track.videoCodecOptions),
    name: track.name,
    duration: track.videoDurationCondition,
  };
}

function toQuality(options: VideoCodecOptions): VideoIntent['quality'] {
  const { crf, targetBitRateKbps, maxBitRateKbps, cq, qp } = options;
  switch (options.qualityControlMode) {
    case 'constrainedEncoding':
      return { mode: 'constrained', crf: crf ?? 23, maxBitrateKbps: maxBitRateKbps ?? 4000 };
    case 'targetBitrate': {
      const targetKbps = targetBitRateKbps ?? 2000;
      return {
        mode: 'target',
        targetKbps,
        maxKbps: maxBitRateKbps ?? Math.round(targetKbps * 1.5),
      };
    }
    case 'constantQuality':
      return { mode: 'constantQuality', cq: cq ?? 26 };
    case 'constantQp':
      return { mode: 'qp', qp: qp ?? 26 };
  }
}

/**
 * Lists the renditions that become files for the preset's `mp4` profile: for each of its tracks the tallest
 * that fits, or else the smallest.
 */
export function listProgressiveIds(
  profiles: readonly PresetProfile[],
  renditions: readonly { id: string; width: number; height: number }[],
): string[] {
  const rising = renditions.toSorted((a, b) => getShortSide(a) - getShortSide(b));
  const ids = profiles
    .filter(({ enabled, formatType }) => enabled && formatType === 'mp4')
    .flatMap(({ videoTracks }) => videoTracks)
    .flatMap(({ resolutionControl: { size } }) => {
      const fitting = rising.findLast((one) => getShortSide(one) <= (size ?? Infinity));
      return fitting?.id ?? rising[0]?.id ?? [];
    });
  return [...new Set(ids)];
}

function getShortSide({ width, height }: { width: number; height: number }): number {
  return Math.min(width, height);
}

/** The rendition that a preset's default resolution means for this source: the nearest to it. */
export function findDefaultRendition(
  wanted: ResolutionControl | null,
  renditions: readonly { id: string; width: number; height: number }[],
): string | null {
  const size = wanted?.size;
  if (!wanted || !size) return null;
  const side = ({ width, height }: { width: number; height: number }): number => {
    if (wanted.type === 'width') return width;
    return wanted.type === 'height' ? height : Math.min(width, height);
  };
  const distance = (one: { width: number; height: number }) => Math.abs(side(one) - size);
  return renditions.toSorted((a, b) => distance(a) - distance(b))[0]?.id ?? null;
}
