import type { Video } from '@kinora/contract/videos/video';
import { Button } from '@mantine/core';
import { IconFolderSymlink, IconShare, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../../base/router/navigation.ts';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useIsPhone } from '../../../../base/use-is-phone.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { type Crumb, PageHead } from '../../../../ui/page-head.tsx';
import { RowMenu } from '../../../../ui/row-menu.tsx';
import { isGivenUp } from '../../rules/state.ts';
import { DeleteVideo } from '../delete-video.tsx';
import { StatePill } from '../list/state-cell.tsx';
import { FollowedPart, MoveVideo } from '../selection/move-part.ts';
import { ShareDialog } from '../share/share-part.ts';
import { VideoTitle } from './video-title.tsx';
import classes from './video-page.module.css';

type Props = { video: Video; fromAll: boolean };

/** Shows where the video is, its state and its actions. */
export function VideoHead({ video, fromAll }: Props) {
  const t = useTranslations('videos');
  const format = useFormat();
  const crumbs = useCrumbs(video, fromAll);
  return (
    <PageHead
      title={video.title}
      heading={<VideoTitle video={video} />}
      windowTitle={[video.project.name]}
      crumbs={crumbs}
      inlineActions
      facts={
        <>
          <StatePill video={video} />
          {video.duration !== null && <span>{format.clock(video.duration)}</span>}
          <span className={classes.by}>
            {t('detail.by', {
              name: video.creator.name,
              date: format.dateTime(video.createdAt),
            })}
          </span>
        </>
      }
      actions={
        <>
          <span className={classes.copy}>
            <ShareAction video={video} />
          </span>
          {video.actions.updateVideo && <MoreActions video={video} />}
        </>
      }
    />
  );
}

/** The link itself, where it plays as it is. */
function ShareAction({ video }: { video: Video }) {
  const t = useTranslations('videos.actions');
  const [isOpen, setOpen] = useState(false);
  const isPhone = useIsPhone();
  if (isGivenUp(video)) return null;
  // Its card lies far below on a phone.
  if (!video.requiresSignedUrl && !isPhone) {
    return <CopyButton value={video.watchUrl} label={t('copyWatch')} withText />;
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={17} stroke={1.7} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('share')}
      </Button>
      <ShareDialog video={video} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function useCrumbs(video: Video, fromAll: boolean): Crumb[] {
  const t = useTranslations();
  const { teamName } = useTeamScope();
  const project = { label: video.project.name, to: paths.project(teamName, video.project.key) };
  return fromAll
    ? [{ label: t('videos.list.allTitle'), to: paths.allProjects(teamName) }, project]
    : [{ label: t('projects.title'), to: paths.projects(teamName) }, project];
}

function MoreActions({ video }: { video: Video }) {
  const t = useTranslations('videos.actions');
  const { teamName } = useTeamScope();
  const [at, setAt] = useState<{ x: number; y: number } | 'dots'>();
  const [deleting, setDeleting] = useState(false);
  // Its code comes when it is asked for.
  const [moving, setMoving] = useState<boolean>();
  const leave = () =>
    navigate({
      to: paths.project(teamName, video.project.key),
      ignoreBlocker: true,
    });
  return (
    <span className={classes.more}>
      <RowMenu
        at={at}
        setAt={setAt}
        label={t('more')}
        items={[
          { label: t('move'), icon: IconFolderSymlink, onSelect: () => setMoving(true) },
          {
            label: t('delete'),
            icon: IconTrash,
            danger: true,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      <DeleteVideo
        video={deleting ? video : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={leave}
      />
      {moving !== undefined && (
        <>
          <MoveVideo video={video} opened={moving} onClose={() => setMoving(false)} />
          <FollowedPart />
        </>
      )}
    </span>
  );
}
