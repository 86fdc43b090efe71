import type { VideoSummary } from '@kinora/contract/videos/summary';
import {
  IconCode,
  IconCopy,
  IconEye,
  IconFolderSymlink,
  IconLink,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../../base/router/navigation.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import type { RowAction } from '../../../../ui/row-menu.tsx';
import { isGivenUp } from '../../rules/state.ts';
import { useVideoCopy } from './use-video-copy.ts';

type Options = {
  fromAll: boolean;
  onRename: (video: VideoSummary) => void;
  onDelete: (video: VideoSummary) => void;
  onShare: (video: VideoSummary) => void;
  onMove: (video: VideoSummary) => void;
};

/** Gives the actions for a video of a list. */
export function useVideoActions({
  fromAll,
  onRename,
  onDelete,
  onShare,
  onMove,
}: Options): (video: VideoSummary) => RowAction[] {
  const t = useTranslations('videos.actions');
  const { teamName } = useTeamScope();
  const copy = useVideoCopy();
  return (video) => {
    const to = paths.video(teamName, video.project.key, video.key);
    const search = fromAll ? { from: 'all' } : {};
    const playable = video.playbackUrls === null ? { disabledReason: t('notPlayable') } : {};
    const rename: RowAction = {
      label: t('rename'),
      icon: IconPencil,
      onSelect: () => onRename(video),
    };
    const move: RowAction = {
      label: t('move'),
      icon: IconFolderSymlink,
      onSelect: () => onMove(video),
    };
    const remove: RowAction = {
      label: t('delete'),
      icon: IconTrash,
      danger: true,
      onSelect: () => onDelete(video),
    };
    // Its page would never play.
    const watchable = isGivenUp(video) ? { disabledReason: t('notWatchable') } : {};
    const share: RowAction = {
      label: t('share'),
      icon: IconShare,
      onSelect: () => onShare(video),
      ...watchable,
    };
    const copyWatch: RowAction = {
      label: t('copyWatch'),
      icon: IconShare,
      onSelect: () => void copy(video, 'watch'),
      ...watchable,
    };
    const copyAddresses: RowAction[] = [
      {
        label: t('copyHls'),
        icon: IconLink,
        onSelect: () => void copy(video, 'hls'),
        ...playable,
      },
      {
        label: t('copyEmbed'),
        icon: IconCode,
        onSelect: () => void copy(video, 'embed'),
        ...playable,
      },
    ];
    return [
      video.requiresSignedUrl ? share : copyWatch,
      {
        label: t('open'),
        icon: IconEye,
        onSelect: () => void navigate({ to, search }),
      },
      ...(video.requiresSignedUrl ? [] : copyAddresses),
      {
        label: t('copyKey'),
        icon: IconCopy,
        onSelect: () => void copy(video, 'key'),
      },
      ...(video.actions.updateVideo ? [rename, move, remove] : []),
    ];
  };
}
