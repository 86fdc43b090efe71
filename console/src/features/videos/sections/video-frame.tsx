import type { Video } from '@kinora/contract/videos/video';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import { useIsAt, useRouteParam, useSearchParams } from '../../../base/router/use-address.ts';
import { Navigate, Outlet } from '../../../base/router/outlet.tsx';
import { useDocumentTitle } from '../../../base/document-title.ts';
import { useAtRest } from '../../../base/at-rest.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useRecordRecent } from '../../../base/use-recent.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { FormPage } from '../../../ui/form-page.tsx';
import { LoadedPage } from '../../../ui/loaded-page.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useProject } from '../../../base/project.ts';
import { EncodingCard } from '../components/video/encoding-card.tsx';
import { Processing } from '../components/processing/processing.tsx';
import { VideoHead } from '../components/video/video-head.tsx';
import { VideoPlayer } from '../components/video/video-player.tsx';
import { VideoPreview } from '../components/video/video-preview.tsx';
import { VideoSkeleton } from '../components/video/video-skeleton.tsx';
import { videoQuery } from '../data.ts';
import { isFromAll } from '../rules/from-all.ts';

const PartlyFailed = lazyPart(
  async () => (await import('../components/processing/partly-failed.tsx')).PartlyFailed,
  'videos',
  'videos.processing',
);

type Props = {
  tabs: readonly { path: string; label: string }[];
  /** Stands beside each page, once the page is at rest. */
  aside: ComponentType<{ video: Video }>;
};

/** One video: its head, player and state stay while its tabs change. */
export function VideoFrame(props: Props) {
  const t = useTranslations('videos');
  const scope = useTeamScope();
  const projectKey = useRouteParam('projectKey');
  const videoKey = useRouteParam('videoKey');
  const video = useQuery(videoQuery(scope, videoKey));
  useRecordRecent({
    kind: 'video',
    key: videoKey,
    opened: video.data && {
      kind: 'video',
      key: video.data.key,
      name: video.data.title,
      project: { key: video.data.project.key, name: video.data.project.name },
    },
    error: video.error,
  });
  const project = {
    to: paths.project(scope.teamName, projectKey),
    label: useProject().name,
    back: t('detail.back'),
  };
  return (
    <>
      {video.data === undefined && <WindowTitle title={t('item')} />}
      <LoadedPage
        query={video}
        item={t('item')}
        list={project}
        skeleton={<VideoSkeleton />}
        hasOwnHead
      >
        {(data) =>
          data.project.key === projectKey || data.project.id === projectKey ? (
            <Content video={data} {...props} />
          ) : (
            <Navigate to={paths.video(scope.teamName, data.project.key, data.key)} />
          )
        }
      </LoadedPage>
    </>
  );
}

/** Sets the window's title until the video's head sets another. */
function WindowTitle({ title }: { title: string }) {
  useDocumentTitle(title);
  return null;
}

function Content({ video, tabs, aside: Aside }: Props & { video: Video }) {
  const t = useTranslations('videos.detail');
  const { teamName } = useTeamScope();
  const [fromAll] = useSearchParams(isFromAll);
  const { previewUrl: src } = video;
  const { failureReason } = video.vod.processingInfo;
  const isAtRest = useAtRest();
  const address = (tab: string) => paths.video(teamName, video.project.key, video.key, tab);
  // Other pages are about their own content, so the player is small and next to it.
  const isOverview = useIsAt(address('overview'));
  // That page says the same at length.
  const showsOutputs = useIsAt(address('outputs'));
  const search = fromAll ? { search: { from: 'all' } } : {};
  return (
    <>
      <VideoHead video={video} fromAll={fromAll} />
      <Tabs
        label={t('tabs')}
        tabs={tabs.map(({ path, label }) => ({ to: address(path), label, ...search }))}
      />
      <FormPage
        {...(src !== null &&
          !isOverview && {
            preview: <VideoPreview key={video.key} video={video} src={src} />,
          })}
        asideLabel={t('aside')}
        aside={
          <>
            {!showsOutputs && <EncodingCard video={video} />}
            {isAtRest && <Aside video={video} />}
          </>
        }
      >
        {src === null && <Processing video={video} />}
        {src !== null && isOverview && <VideoPlayer video={video} src={src} />}
        {src !== null && failureReason !== null && (
          <PartlyFailed video={video} reason={failureReason} />
        )}
        <Outlet />
      </FormPage>
    </>
  );
}
