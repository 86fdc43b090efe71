import type { VideoSummary } from '@kinora/contract/videos/summary';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFailureToast } from '../../../base/failure-toast.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { showToast } from '../../../base/toasts.ts';
import { codeWords } from '../../../ui/code-words.tsx';
import { Note } from '../../../ui/note.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { refreshProjects } from '../../../base/project.ts';
import { deleteVideo, getRestoreCall, restoreVideo, videoQuery } from '../data.ts';
import { refreshVideos } from '../../../base/video.ts';

type Props = {
  /** Undefined while nothing is to be deleted. */
  video: VideoSummary | undefined;
  onClose: () => void;
  onDeleted?: (video: VideoSummary) => void | Promise<void>;
};

/** Warns, asks, deletes, and offers to take it back. */
export function DeleteVideo({ video, onClose, onDeleted }: Props) {
  const t = useTranslations('videos.remove');
  const project = useTranslations('projects');
  const videos = useTranslations('videos');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const showFailure = useFailureToast();
  const refresh = () =>
    Promise.all([refreshVideos(queryClient, scope), refreshProjects(queryClient, scope)]);
  const restore = async ({ key, title }: VideoSummary) => {
    try {
      await restoreVideo(scope, key);
      showToast('success', { title: t('restored', { title }) });
      await refresh();
    } catch (error) {
      showFailure(error, { item: videos('item'), action: 'save' });
    }
  };
  return (
    <RemoveDialog
      thing={video}
      onClose={onClose}
      run={({ key }) => deleteVideo(scope, key)}
      onDone={async (one) => {
        showToast('advanced', {
          title: t('done', { title: one.title }),
          action: { label: t('undo'), onSelect: () => void restore(one) },
        });
        await onDeleted?.(one);
        queryClient.removeQueries({ queryKey: videoQuery(scope, one.key).queryKey });
        await refresh();
      }}
      title={t('title', { title: video?.title ?? '' })}
      button={t('button')}
      // Specification 3, section 8: a 404 names the project.
      item={project('item')}
    >
      <Note tone="warning" title={t('warning')}>
        {t.rich('text', {
          call: getRestoreCall(video?.key),
          code: codeWords,
        })}
      </Note>
    </RemoveDialog>
  );
}
