import type { AudioTrack, PresetProfile } from '@kinora/contract/preset-tracks';
import { audioCodecs, formats } from './codecs.ts';
import { issue, outOfRange, type Issue } from './issue.ts';

/** What does not fit in the audio tracks and variants of a profile. */
export function audioIssues(profile: PresetProfile, path: string): Issue[] {
  const { audioTracks, audioVariants, formatType } = profile;
  return [
    ...audioTracks.flatMap((track, at) => {
      const own = `${path}.audioTracks.${at}`;
      if (!formats[formatType].audioCodecs.includes(track.codec)) {
        return [
          issue(`${own}.codec`, 'codec_not_of_format', 'The format does not take this codec'),
        ];
      }
      return codecIssues(track, own);
    }),
    ...duplicates(audioTracks, `${path}.audioTracks`),
    ...duplicates(audioVariants, `${path}.audioVariants`),
  ];
}

function codecIssues(track: AudioTrack, path: string): Issue[] {
  const limits = audioCodecs[track.codec];
  const isOffered = limits.sampleRates.includes(track.sampleRate);
  return [
    ...outOfRange(`${path}.bitRateKbps`, track.bitRateKbps, limits.bitRateKbps),
    ...outOfRange(`${path}.channels`, track.channels, limits.channels),
    ...(isOffered
      ? []
      : [
          issue(
            `${path}.sampleRate`,
            'sample_rate_not_of_codec',
            `One of ${limits.sampleRates.join(', ')}`,
          ),
        ]),
  ];
}

function duplicates(items: readonly { key: string }[], path: string): Issue[] {
  return items.flatMap(({ key }, at) =>
    items.slice(0, at).some((earlier) => earlier.key === key)
      ? [issue(`${path}.${at}.key`, 'duplicate_key', 'Another one has this key')]
      : [],
  );
}
