import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { InlineEdit } from '../../../../ui/inline-edit.tsx';
import { PageTitle } from '../../../../ui/page-head.tsx';
import { useTitleField } from '../use-title-field.ts';

/** The video's title as the heading, edited in its place. */
export function VideoTitle({ video }: { video: Video }) {
  const t = useTranslations('videos.detail');
  const field = useTitleField(video);
  return (
    <InlineEdit {...field} editLabel={t('editTitle')} readOnly={!video.actions.updateVideo}>
      <PageTitle>{video.title}</PageTitle>
    </InlineEdit>
  );
}
