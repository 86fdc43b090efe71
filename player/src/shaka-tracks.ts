import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import type { LanguageTrack, Level } from './engine.ts';

type Track = shaka.extern.Track;

export type Tracks = {
  readonly levels: readonly Level[];
  readonly audioTracks: readonly LanguageTrack[];
  readonly levelId: number | null;
  readonly audioTrackId: number | null;
};

/**
 * Returns a key that is equal for variants with the same audio; bit rates of one language are one
 * choice.
 */
function getAudioKey({ language, label, audioRoles, channelsCount }: Track): string {
  return JSON.stringify([language, label, audioRoles, channelsCount]);
}

function listDistinct(variants: readonly Track[], getKey: (variant: Track) => string): Track[] {
  return [...new Map(variants.map((variant) => [getKey(variant), variant])).values()];
}

/**
 * Lists the tracks of Shaka Player's variants, which are each video with each audio. Level ids are
 * its video ids, ids of audio tracks are indexes in the list of audio.
 */
export function listTracks(variants: readonly Track[]): Tracks {
  const active = variants.find((variant) => variant.active);
  const videoVariants = listDistinct(
    variants.filter(({ videoId }) => videoId !== null),
    ({ videoId }) => String(videoId),
  );
  const audioVariants = listDistinct(
    variants.filter(({ audioId }) => audioId !== null),
    getAudioKey,
  );
  const audioTrackId = active
    ? audioVariants.findIndex((each) => getAudioKey(each) === getAudioKey(active))
    : -1;
  return {
    levels: videoVariants.map((variant) => ({
      id: variant.videoId ?? 0,
      width: variant.width ?? 0,
      height: variant.height ?? 0,
      bitrateBps: variant.bandwidth,
    })),
    audioTracks: audioVariants.map((variant, id) => toLanguageTrack(variant, id)),
    levelId: active?.videoId ?? null,
    audioTrackId: audioTrackId < 0 ? null : audioTrackId,
  };
}

/** Lists the captions, with the library's ids. */
export function listCaptions(tracks: readonly shaka.extern.TextTrack[]): LanguageTrack[] {
  return tracks.map((track) => toLanguageTrack(track, track.id));
}

function toLanguageTrack(
  { label, language }: Pick<Track, 'label' | 'language'>,
  id: number,
): LanguageTrack {
  return { id, name: label ?? '', language: language === 'und' ? '' : language };
}

/** Finds the variant that shows a level with the audio that plays now. */
export function findVariantOfLevel(variants: readonly Track[], levelId: number): Track | null {
  const active = variants.find((variant) => variant.active);
  const levelVariants = variants.filter(({ videoId }) => videoId === levelId);
  const sameAudio =
    active && levelVariants.find((each) => getAudioKey(each) === getAudioKey(active));
  return sameAudio ?? levelVariants[0] ?? null;
}

/** Finds a variant with the audio at this index of the list. */
export function findVariantOfAudio(variants: readonly Track[], audioTrackId: number): Track | null {
  const audioVariants = listDistinct(
    variants.filter(({ audioId }) => audioId !== null),
    getAudioKey,
  );
  return audioVariants[audioTrackId] ?? null;
}
