import type { AudioTrack, PresetProfile } from '../preset-tracks.ts';
import { audioCodecs, formats } from './codecs.ts';
import { issue, outOfRange, type Issue } from './issue.ts';

/** Finds the issues in the audio tracks and variants of a profile. */
export function audioIssues(profile: PresetProfile, path: string): Issue[] {
  const { audioTracks, audioVariants, formatType } = profile;
  return [
    ...audioTracks.flatMap((track, at) => {
      const own = `${path}.audioTracks.${at}`;
      const isTaken = formats[formatType].audioCodecs.includes(track.codec);
      return isTaken ? codecIssues(track, own) : [issue(`${own}.codec`, 'codec_not_of_format')];
    }),
    ...duplicates(audioTracks, `${path}.audioTracks`),
    ...duplicates(audioVariants, `${path}.audioVariants`),
  ];
}

function codecIssues(track: AudioTrack, path: string): Issue[] {
  const { sampleRates: rates, ...limits } = audioCodecs[track.codec];
  return [
    ...outOfRange(`${path}.bitRateKbps`, track.bitRateKbps, limits.bitRateKbps),
    ...outOfRange(`${path}.channels`, track.channels, limits.channels),
    ...(rates.includes(track.sampleRate)
      ? []
      : [{ path: `${path}.sampleRate`, code: 'sample_rate_not_of_codec' as const, rates }]),
  ];
}

function duplicates(items: readonly { key: string }[], path: string): Issue[] {
  return items.flatMap(({ key }, at) =>
    items.slice(0, at).some((earlier) => earlier.key === key)
      ? [issue(`${path}.${at}.key`, 'duplicate_key')]
      : [],
  );
}
