import { lazyPart } from '../../../../base/lazy-part.tsx';

export const MoveVideo = lazyPart(
  async () => (await import('./move-video.tsx')).MoveVideo,
  'videos',
  'videos.batch',
  'projects',
  'playbackChannels.effects',
);

export const FollowedPart = lazyPart(
  async () => (await import('./followed-part.tsx')).FollowedPart,
  'videos',
  'videos.batch',
);
