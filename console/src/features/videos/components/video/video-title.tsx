import { TITLE_LETTERS } from '@kinora/contract/bounds';
import type { Video } from '@kinora/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { toFieldErrors } from '../../../../base/error-text.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useSave } from '../../../../base/use-save.ts';
import { InlineEdit } from '../../../../ui/inline-edit.tsx';
import { PageTitle } from '../../../../ui/page-head.tsx';
import { refreshVideos, updateVideo, videoQuery } from '../../data.ts';

/** The video's title as the heading, edited in its place. */
export function VideoTitle({ video }: { video: Video }) {
  const t = useTranslations('videos');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const save = useSave({
    run: (title: string) => updateVideo(scope, video.key, { title }),
    item: t('item'),
    done: t('detail.titleSaved'),
    onDone: (saved) => {
      queryClient.setQueryData(videoQuery(scope, video.key).queryKey, saved);
      return refreshVideos(queryClient, scope);
    },
  });
  return (
    <InlineEdit
      label={t('fields.title')}
      value={video.title}
      {...TITLE_LETTERS}
      readOnly={!video.actions.updateVideo}
      onSave={save.mutateAsync}
      error={toFieldErrors(save.error)['title']}
    >
      <PageTitle>{video.title}</PageTitle>
    </InlineEdit>
  );
}
