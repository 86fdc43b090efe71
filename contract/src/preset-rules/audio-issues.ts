import type { AudioTrack, PresetProfile } from '../preset-tracks.ts';
import { AUDIO_CODECS, FORMATS } from './codecs.ts';
import { toIssue, listRangeIssues, type Issue } from './issue.ts';

/** Finds the issues in the audio tracks and variants of a profile. */
export function listAudioIssues(profile: PresetProfile, path: string): Issue[] {
  const { audioTracks, audioVariants, formatType } = profile;
  return [
    ...audioTracks.flatMap((track, at) => {
      const own = `${path}.audioTracks.${at}`;
      const isTaken = FORMATS[formatType].audioCodecs.includes(track.codec);
      return isTaken
        ? listCodecIssues(track, own)
        : [toIssue(`${own}.codec`, 'codec_not_of_format')];
    }),
    ...listDuplicates(audioTracks, `${path}.audioTracks`),
    ...listDuplicates(audioVariants, `${path}.audioVariants`),
  ];
}

function listCodecIssues(track: AudioTrack, path: string): Issue[] {
  const { sampleRates: rates, ...limits } = AUDIO_CODECS[track.codec];
  return [
    ...listRangeIssues(`${path}.bitRateKbps`, track.bitRateKbps, limits.bitRateKbps),
    ...listRangeIssues(`${path}.channels`, track.channels, limits.channels),
    ...(rates.includes(track.sampleRate)
      ? []
      : [{ path: `${path}.sampleRate`, code: 'sample_rate_not_of_codec' as const, rates }]),
  ];
}

function listDuplicates(items: readonly { key: string }[], path: string): Issue[] {
  return items.flatMap(({ key }, at) =>
    items.slice(0, at).some((earlier) => earlier.key === key)
      ? [toIssue(`${path}.${at}.key`, 'duplicate_key')]
      : [],
  );
}
