import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import type { AudioTrack, Level } from './engine.ts';

type Track = shaka.extern.Track;

export interface Tracks {
  readonly levels: readonly Level[];
  readonly audioTracks: readonly AudioTrack[];
  readonly levelId: number | null;
  readonly audioTrackId: number | null;
}

/** Variants have the same sound when these agree; bit rates of one language are one choice. */
function soundOf({ language, label, audioRoles, channelsCount }: Track): string {
  return JSON.stringify([language, label, audioRoles, channelsCount]);
}

function distinct(variants: readonly Track[], keyOf: (variant: Track) => string): Track[] {
  return [...new Map(variants.map((variant) => [keyOf(variant), variant])).values()];
}

/**
 * Shaka Player lists variants: each picture with each sound. Level ids are its ids of pictures,
 * ids of audio tracks are places in the list of sounds.
 */
export function tracksOf(variants: readonly Track[]): Tracks {
  const active = variants.find((variant) => variant.active);
  const pictures = distinct(
    variants.filter(({ videoId }) => videoId !== null),
    ({ videoId }) => String(videoId),
  );
  const sounds = distinct(
    variants.filter(({ audioId }) => audioId !== null),
    soundOf,
  );
  const audioTrackId = active ? sounds.findIndex((each) => soundOf(each) === soundOf(active)) : -1;
  return {
    levels: pictures.map((variant) => ({
      id: variant.videoId ?? 0,
      width: variant.width ?? 0,
      height: variant.height ?? 0,
      bitrateBps: variant.bandwidth,
    })),
    audioTracks: sounds.map(({ label, language }, id) => ({
      id,
      name: label ?? '',
      language: language === 'und' ? '' : language,
    })),
    levelId: active?.videoId ?? null,
    audioTrackId: audioTrackId < 0 ? null : audioTrackId,
  };
}

/** The variant that shows a level with the sound that plays now. */
export function variantOfLevel(variants: readonly Track[], levelId: number): Track | null {
  const active = variants.find((variant) => variant.active);
  const showing = variants.filter(({ videoId }) => videoId === levelId);
  const sounding = active && showing.find((each) => soundOf(each) === soundOf(active));
  return sounding ?? showing[0] ?? null;
}

/** A variant with the sound of this place in the list. */
export function variantOfSound(variants: readonly Track[], audioTrackId: number): Track | null {
  const sounds = distinct(
    variants.filter(({ audioId }) => audioId !== null),
    soundOf,
  );
  return sounds[audioTrackId] ?? null;
}
