import type { VideoSummary } from '@kinora/contract/videos';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useMe } from '../../../../base/session.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { Link } from '../../../../ui/link.tsx';
import { DeleteVideo } from '../delete-video.tsx';
import { StateCell } from './state-cell.tsx';
import { useVideoActions } from './use-video-actions.ts';
import { VideoCell } from './video-cell.tsx';
import classes from './video-list.module.css';

type Props = { videos: VideoSummary[]; fromAll: boolean; isStale: boolean };

export function VideoTable({ videos, fromAll, isStale }: Props) {
  const t = useTranslations('videos.list');
  const [deleting, setDeleting] = useState<VideoSummary>();
  const columns = useColumns(fromAll);
  const actions = useVideoActions({ fromAll, onDelete: setDeleting });
  return (
    <div className={classes.table} data-stale={isStale || undefined}>
      <DataTable
        label={t('label')}
        columns={columns}
        rows={videos}
        rowKey={(video) => video.key}
        actions={actions}
        actionsLabel={(video) => t('actions', { title: video.title })}
      />
      <DeleteVideo video={deleting} onClose={() => setDeleting(undefined)} />
    </div>
  );
}

function useColumns(fromAll: boolean): Column<VideoSummary>[] {
  const t = useTranslations('videos.list');
  const format = useFormat();
  const me = useMe();
  const { teamName } = useTeamScope();
  const project: Column<VideoSummary> = {
    key: 'project',
    header: t('project'),
    width: '140px',
    wide: true,
    cell: ({ project: { key, name } }) => (
      <Link to={paths.project(teamName, key)} className={classes.project}>
        {name}
      </Link>
    ),
  };
  return [
    {
      key: 'video',
      header: t('video'),
      phone: 'lead',
      cell: (video) => <VideoCell video={video} fromAll={fromAll} />,
    },
    {
      key: 'state',
      header: t('state'),
      width: fromAll ? '190px' : '230px',
      phone: 'plain',
      cell: (video) => <StateCell video={video} />,
    },
    ...(fromAll ? [project] : []),
    {
      key: 'created',
      header: t('created'),
      width: '112px',
      phone: 'hide',
      wide: true,
      cell: ({ createdAt }) => (
        <time className={classes.second} dateTime={createdAt} title={format.dateTime(createdAt)}>
          {format.date(createdAt)}
        </time>
      ),
    },
    {
      key: 'creator',
      header: t('creator'),
      width: fromAll ? '104px' : '140px',
      phone: 'hide',
      wide: true,
      cell: ({ creator }) => (
        <span className={classes.second}>
          {creator.id === me?.account.id ? t('you') : creator.name}
        </span>
      ),
    },
  ];
}
