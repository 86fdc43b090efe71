import type { PageQuery } from '../base/lazy-query.ts';
import { useProject } from '../base/project.ts';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../base/lazy-part.tsx';
import { videoQuery } from '../features/videos/data.ts';
import { VideoFrame } from '../features/videos/sections/video-frame.tsx';

export const pageQuery: PageQuery = ({ scope, params: { videoKey = '' } }) =>
  videoQuery(scope, videoKey);

// Fields to copy from; the head copies the watch link at once.
const SideCards = lazyPart(
  async () => (await import('../features/videos/sections/side-cards.tsx')).SideCards,
  'videos',
  'videos.links',
  'playbackChannels.access',
  'geoblockRules',
);

/** One video with its tabs. A feature with a page below them adds its tab here. */
export function VideoPage() {
  const t = useTranslations('videos.detail');
  const { actions } = useProject();
  return (
    <VideoFrame
      tabs={[
        { path: 'overview', label: t('overview') },
        { path: 'information', label: t('information') },
        { path: 'outputs', label: t('outputs') },
        { path: 'geo-blocking', label: t('geoBlocking') },
        { path: 'advanced', label: t('advanced') },
        ...(actions.updateVideo ? [{ path: 'history', label: t('history') }] : []),
      ]}
      aside={SideCards}
    />
  );
}
