import type { DrmService } from '@kinora/contract/drm-outputs';
import type { PlaybackChannel } from '@kinora/contract/playback-channels';
import type { Video } from '@kinora/contract/videos/video';
import { playsInPage } from './preview.ts';

/** Says why the protection can't be changed; undefined when it can. The first of several reasons is shown. */
export function findFixedReason(
  video: Pick<Video, 'vod' | 'actions' | 'previewUrl'>,
): 'keyServer' | 'classic' | 'role' | 'notReady' | 'changing' | undefined {
  const { deliveryModel, drmModel, drmModelChange } = video.vod;
  if (drmModel === 'none' && playsInPage(video)) return 'keyServer';
  if (deliveryModel === 'classic') return 'classic';
  if (!video.actions.updateVideo) return 'role';
  if (!isWhole(video)) return 'notReady';
  return drmModelChange?.state === 'running' ? 'changing' : undefined;
}

function isWhole({ vod }: Pick<Video, 'vod'>): boolean {
  // In the third model some outputs wait for a viewer after everything else is complete.
  return (
    vod.processingInfo.state === 'completed' && vod.outputs.every(({ completed }) => completed)
  );
}

/** Says whether the stream has a key, ours or a key server's, that can be replaced. */
export function mayReplaceKey(video: Pick<Video, 'vod' | 'actions' | 'previewUrl'>): boolean {
  const isEncrypted = video.vod.drmModel !== 'none' || playsInPage(video);
  return isEncrypted && video.actions.updateVideo && isWhole(video);
}

export type Licensing = {
  /** Their licences are given on a channel that the project plays on. */
  services: DrmService[];
  /** Only the team gets licences. */
  isOfTeamAlone: boolean;
};

/** Finds what licences viewers of a project can get. */
export function findLicensing(
  channels: readonly Pick<PlaybackChannel, 'projects' | 'drmServices' | 'hasJwtKeys'>[],
  projectKey: string,
): Licensing {
  const own = channels.filter(({ projects }) => projects.some(({ key }) => key === projectKey));
  return {
    services: [...new Set(own.flatMap(({ drmServices }) => drmServices))],
    isOfTeamAlone: own.some(({ hasJwtKeys }) => !hasJwtKeys),
  };
}

/** The source of the key that a viewer needs; `none` when the stream is not encrypted. */
export function getEncryption(
  video: Pick<Video, 'vod' | 'previewUrl'>,
): Video['vod']['drmModel'] | 'keyServer' {
  const { drmModel } = video.vod;
  return drmModel === 'none' && playsInPage(video) ? 'keyServer' : drmModel;
}
