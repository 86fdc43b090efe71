import type { VideoSummary } from '@kinora/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Note } from '../../../ui/note.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
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
  return (
    <RemoveDialog
      thing={video}
      onClose={onClose}
      run={({ key }) => deleteVideo(scope, key)}
      done={(one) => t('done', { title: one.title })}
      onDone={async (one) => {
        await onDeleted?.(one);
        queryClient.removeQueries({ queryKey: videoQuery(scope, one.key).queryKey });
        await Promise.all([refreshVideos(queryClient, scope), refreshProjects(queryClient, scope)]);
      }}
      title={t('title', { title: video?.title ?? '' })}
      button={t('button')}
      // Specification 3, section 8: a 404 names the project.
      item={project('item')}
    >
      <Note tone="warning" title={t('warning')}>
        {t('text')}
      </Note>
    </RemoveDialog>
  );
}
