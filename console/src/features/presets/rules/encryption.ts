import type { Preset } from '@kinora/contract/presets';
import type { ProfileForm, VideoTrackForm } from './form.ts';

// A stream has one key, so that all encrypted tracks of a preset name the same server.

/** The server that the encrypted tracks name; null while none does. */
export function findChosenServer(profiles: readonly ProfileForm[]): string | null {
  const tracks = profiles.flatMap(({ videoTracks }) => videoTracks);
  const named = tracks.find(({ encryption: { isEnableVideoEncryption, keyServerId } }) => {
    return isEnableVideoEncryption && keyServerId !== null;
  });
  return named?.encryption.keyServerId ?? null;
}

/** The profiles with encryption of one track on, by that server, or off. */
export function withEncryption(
  profiles: readonly ProfileForm[],
  trackId: string,
  encryption: VideoTrackForm['encryption'],
): ProfileForm[] {
  return mapTracks(profiles, (track) => (track.id === trackId ? { ...track, encryption } : track));
}

/** The profiles with that server named by all tracks that are encrypted. */
export function withKeyServer(
  profiles: readonly ProfileForm[],
  keyServerId: string,
): ProfileForm[] {
  return mapTracks(profiles, (track) =>
    track.encryption.isEnableVideoEncryption
      ? { ...track, encryption: { isEnableVideoEncryption: true, keyServerId } }
      : track,
  );
}

function mapTracks(
  profiles: readonly ProfileForm[],
  change: (track: VideoTrackForm) => VideoTrackForm,
): ProfileForm[] {
  return profiles.map((profile) => ({ ...profile, videoTracks: profile.videoTracks.map(change) }));
}

/** Says whether a key server gives the key of what a preset makes, so that no DRM can be added. */
export function hasOwnKey({ profiles }: Pick<Preset, 'profiles'>): boolean {
  return profiles.some(
    ({ enabled, videoTracks }) =>
      enabled && videoTracks.some(({ encryption }) => encryption.isEnableVideoEncryption),
  );
}
