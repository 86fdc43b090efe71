import type { VideoSummary } from '@kinora/contract/videos/summary';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePreferences } from '../../../../base/preferences.ts';
import { toHref } from '../../../../base/router/route.ts';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { useMe } from '../../../../base/session.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import {
  type Column,
  DataTable,
  type RowLayout,
  type RowSelection,
} from '../../../../ui/data-table.tsx';
import { Link } from '../../../../ui/link.tsx';
import { getFirstOrder, type Sort, type VideoSort } from '../../rules/video-search.ts';
import { getVideoLink, nameResolution } from '../../rules/row.ts';
import { DeleteVideo } from '../delete-video.tsx';
import { MoveVideo } from '../selection/move-part.ts';
import { ShareDialog } from '../share/share-part.ts';
import { focusTitle, useRowKeys } from './use-row-keys.ts';
import { StateCell } from './state-cell.tsx';
import { useVideoActions } from './use-video-actions.ts';
import { VideoCell } from './video-cell.tsx';
import classes from './video-table.module.css';

type Props = {
  videos: VideoSummary[];
  fromAll: boolean;
  isStale: boolean;
  /** Without it the newest come first, or what a search matches best. */
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
  /** Left out where the person may change none of the videos. */
  selection: RowSelection<VideoSummary> | undefined;
};

export function VideoTable({ videos, fromAll, isStale, sort, onSort, selection }: Props) {
  const t = useTranslations('videos.list');
  const [deleting, setDeleting] = useState<VideoSummary>();
  const [shared, setShared] = useState<VideoSummary>();
  const [isSharing, setSharing] = useState(false);
  const [moved, setMoved] = useState<VideoSummary>();
  const [isMoving, setMoving] = useState(false);
  const { teamName } = useTeamScope();
  const { videoLayout } = usePreferences();
  const table = useRef<HTMLDivElement>(null);
  const [renamed, setRenamed] = useState<string>();
  const onRename = ({ key }: VideoSummary) => setRenamed(key);
  const wasRenamed = useRef<string>(undefined);
  const onRenamed = () => {
    wasRenamed.current = renamed;
    setRenamed(undefined);
  };
  useEffect(() => {
    if (renamed !== undefined || wasRenamed.current === undefined) return;
    // The title stands in the row again, which may have another place by now.
    focusTitle(
      table.current,
      videos.findIndex(({ key }) => key === wasRenamed.current),
    );
    wasRenamed.current = undefined;
  }, [renamed, videos]);
  const columns = useColumns({ fromAll, sort, onSort, renamed, onRenamed }, videoLayout);
  useRowKeys(table, { rows: videos, selection, onRename });
  const onShare = (video: VideoSummary) => {
    setShared(video);
    setSharing(true);
  };
  const onMove = (video: VideoSummary) => {
    setMoved(video);
    setMoving(true);
  };
  const actions = useVideoActions({
    fromAll,
    onRename,
    onDelete: setDeleting,
    onShare,
    onMove,
  });
  return (
    <div ref={table} className={classes.table} data-stale={isStale || undefined}>
      <DataTable
        label={t('label')}
        columns={columns}
        rows={videos}
        rowKey={(video) => video.key}
        rowLink={(video) => toHref(getVideoLink(teamName, video, fromAll))}
        layout={videoLayout}
        actions={actions}
        actionsLabel={(video) => t('actions', { title: video.title })}
        selection={selection}
      />
      <DeleteVideo video={deleting} onClose={() => setDeleting(undefined)} />
      {moved && <MoveVideo video={moved} opened={isMoving} onClose={() => setMoving(false)} />}
      {shared && (
        <ShareDialog video={shared} opened={isSharing} onClose={() => setSharing(false)} />
      )}
    </div>
  );
}

type Order = Pick<Props, 'fromAll' | 'sort' | 'onSort'>;
type Renaming = { renamed: string | undefined; onRenamed: () => void };

function useColumns(
  { fromAll, sort, onSort, renamed, onRenamed }: Order & Renaming,
  layout: RowLayout,
): Column<VideoSummary>[] {
  const t = useTranslations('videos.list');
  const format = useFormat();
  const me = useMe();
  const { teamName } = useTeamScope();
  // A press of the header that is on turns its order round.
  const sortBy = (by: VideoSort) => {
    const order = sort?.by === by ? sort.order : undefined;
    const other = order === 'asc' ? 'desc' : 'asc';
    return { order, onSort: () => onSort({ by, order: order ? other : getFirstOrder(by) }) };
  };
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
      sort: sortBy('title'),
      phone: 'lead',
      cell: (video) => (
        <VideoCell
          video={video}
          fromAll={fromAll}
          onRenamed={onRenamed}
          isCard={layout === 'cards'}
          isRenamed={video.key === renamed}
        />
      ),
    },
    {
      key: 'state',
      header: t('state'),
      width: '190px',
      phone: 'plain',
      cell: (video) => <StateCell video={video} />,
    },
    ...(fromAll ? [project] : []),
    {
      key: 'source',
      header: t('source'),
      width: '92px',
      phone: 'hide',
      widest: true,
      cell: ({ vod: { source } }) => (
        <span className={classes.source}>
          <span>{nameResolution(source)}</span>
          {/* Until an upload says how long its file is, nothing is known of it. */}
          <span>{source.size > 0 && format.bytes(source.size)}</span>
        </span>
      ),
    },
    {
      key: 'created',
      header: t('created'),
      sort: sortBy('createdAt'),
      width: '112px',
      phone: 'hide',
      // Beside the project it stands with the title there.
      ...(fromAll ? { widest: true } : { wide: true }),
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
      widest: true,
      cell: ({ creator }) => (
        <span className={classes.second}>
          {creator.id === me?.account.id ? t('you') : creator.name}
        </span>
      ),
    },
  ];
}
