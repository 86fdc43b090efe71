import type { PresetProfile } from '../preset-tracks.ts';

/** The server that gives the keys of a preset: all of its encrypted tracks name the same. */
export function findKeyServerId({
  profiles,
}: {
  profiles: readonly Pick<PresetProfile, 'videoTracks'>[];
}): string | null {
  return listKeyServerIds(profiles)[0] ?? null;
}

/** The servers that tracks name, each once. */
export function listKeyServerIds(
  profiles: readonly Pick<PresetProfile, 'videoTracks'>[],
): string[] {
  const ids = profiles.flatMap(({ videoTracks }) =>
    videoTracks.flatMap(({ encryption: { isEnableVideoEncryption, keyServerId } }) =>
      isEnableVideoEncryption && keyServerId !== null ? [keyServerId] : [],
    ),
  );
  return [...new Set(ids)];
}
