import type { VideoSummary } from '@kinora/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { refreshProjects } from '../../projects/data.ts';
import { deleteVideo, refreshVideos, videoQuery } from '../data.ts';

type Props = {
  /** Undefined while nothing is to be deleted. */
  video: VideoSummary | undefined;
  onClose: () => void;
  onDeleted?: (video: VideoSummary) => void | Promise<void>;
};

/** Warns, asks, deletes. */
export function DeleteVideo({ video, onClose, onDeleted }: Props) {
  const t = useTranslations('videos.remove');
  const project = useTranslations('projects');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const save = useSave({
    run: (one: VideoSummary) => deleteVideo(scope, one.key),
    done: (_, one) => t('done', { title: one.title }),
    onDone: async (_, one) => {
      onClose();
      await onDeleted?.(one);
      queryClient.removeQueries({ queryKey: videoQuery(scope, one.key).queryKey });
      await Promise.all([refreshVideos(queryClient, scope), refreshProjects(queryClient, scope)]);
    },
    shownByPage: () => true,
  });
  const close = () => {
    save.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={video !== undefined}
      onClose={close}
      onConfirm={() => video && save.mutate(video)}
      title={t('title', { title: video?.title ?? '' })}
      confirmLabel={t('button')}
      danger
      busy={save.isPending}
      error={save.error}
      // Specification 3, section 8: a 404 names the project.
      item={project('item')}
    >
      <Note tone="warning" title={t('warning')}>
        {t('text')}
      </Note>
    </ConfirmDialog>
  );
}
