import type { Video } from '@kinora/contract/videos';

/** Why the protection can't be changed; undefined when it can. Of several reasons the first is shown. */
export function findFixedReason(
  video: Pick<Video, 'vod' | 'actions'>,
): 'classic' | 'role' | 'notReady' | 'changing' | undefined {
  const { deliveryModel, processingInfo, drmModelChange, outputs } = video.vod;
  if (deliveryModel === 'classic') return 'classic';
  if (!video.actions.updateVideo) return 'role';
  // Of the third model some outputs wait for a viewer after all else is complete.
  const isWhole = outputs.every(({ completed }) => completed);
  if (processingInfo.state !== 'completed' || !isWhole) return 'notReady';
  return drmModelChange?.state === 'running' ? 'changing' : undefined;
}
