import { TITLE_LETTERS } from '@kinora/contract/bounds';
import type { VideoSummary } from '@kinora/contract/videos/summary';
import { useTranslations } from 'use-intl';
import { toFieldErrors } from '../../../base/error-text.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { updateVideo, useKeepVideo } from '../../../base/video.ts';

/** Gives the field in which a title is edited in its place all that it needs. */
export function useTitleField(video: Pick<VideoSummary, 'key' | 'title'>) {
  const t = useTranslations('videos');
  const scope = useTeamScope();
  const save = useSave({
    run: (title: string) => updateVideo(scope, video.key, { title }),
    item: t('item'),
    done: t('detail.titleSaved'),
    onDone: useKeepVideo(),
  });
  return {
    label: t('fields.title'),
    value: video.title,
    ...TITLE_LETTERS,
    onSave: save.mutateAsync,
    error: toFieldErrors(save.error)['title'],
  };
}
