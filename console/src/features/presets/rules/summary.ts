import { CODEC_NAMES } from '@kinora/contract/preset-rules/codecs';
import type { Preset } from '@kinora/contract/presets';
import type { ResolutionControl } from '@kinora/contract/preset-tracks';

export type PresetMakes = {
  video: { codecs: string[]; sizes: ResolutionControl[] } | undefined;
  audio: { codecs: string[]; rates: number[] } | undefined;
  /** Whole files to download beside, or instead of, what is streamed. */
  hasFiles: boolean;
};

const listUnique = <T>(values: readonly T[]): T[] => [...new Set(values)];

// The source's own size is the largest there can be.
const getWeight = ({ size }: ResolutionControl) => size ?? Number.POSITIVE_INFINITY;

/** Sums up what the enabled profiles make: sizes and audio bit rates in Kbps, each once, largest first. */
export function summarisePreset(preset: Pick<Preset, 'profiles'>): PresetMakes {
  const profiles = preset.profiles.filter((profile) => profile.enabled);
  const videos = profiles.flatMap((profile) => profile.videoTracks);
  const audios = profiles.flatMap((profile) => profile.audioTracks);
  const sizes = new Map(
    videos.map(({ resolutionControl: one }) => [`${one.type}-${one.size}`, one]),
  );
  return {
    hasFiles: profiles.some(
      ({ formatType, videoTracks }) => formatType === 'mp4' && videoTracks.length > 0,
    ),
    video:
      videos.length === 0
        ? undefined
        : {
            codecs: listUnique(videos.map(({ codec }) => CODEC_NAMES[codec])),
            sizes: [...sizes.values()].toSorted((a, b) => getWeight(b) - getWeight(a) || 0),
          },
    audio:
      audios.length === 0
        ? undefined
        : {
            codecs: listUnique(audios.map(({ codec }) => CODEC_NAMES[codec])),
            rates: listUnique(audios.map(({ bitRateKbps }) => bitRateKbps)).toSorted(
              (a, b) => b - a,
            ),
          },
  };
}
