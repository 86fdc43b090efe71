import { DESCRIPTION_LETTERS, MAX_TAGS, TAG_LETTERS, TITLE_LETTERS } from '@kinora/contract/bounds';
import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useTextWords } from '../../../../ui/form/text-words.ts';
import { useForm } from '../../../../ui/form/use-form.ts';
import { updateVideo, useKeepVideo } from '../../../../base/video.ts';
import type { DateProblem } from '../../rules/date-text.ts';
import { checkTags, type Information, toChange, toInformation } from '../../rules/information.ts';

type Typed = Information & {
  /** Says why the typed date is invalid; the field shows it. */
  dateProblem: DateProblem | undefined;
};

/** Holds the typed changes of a video's information, and saves them. */
export function useInformation(video: Video) {
  const t = useTranslations('videos');
  const words = useTextWords();
  const scope = useTeamScope();
  const labels = {
    title: t('fields.title'),
    description: t('fields.description'),
    tags: t('fields.tags'),
    published: t('fields.publishedDate'),
  };
  const before = toInformation(video);
  return useForm<Typed, Video>({
    id: 'video',
    stored: { ...before, dateProblem: undefined },
    labels,
    fieldOf: (path) => (path.startsWith('additional') ? 'published' : path.replace(/\..*/, '')),
    isSame: (one, other) =>
      toChange(other, one) === undefined && one.dateProblem === other.dateProblem,
    problems: ({ title, description, tags, dateProblem }) => {
      const tag = checkTags(tags);
      const max = tag === 'tooManyTags' ? MAX_TAGS : TAG_LETTERS.max;
      return {
        title: words(labels.title, title, TITLE_LETTERS),
        description: words(labels.description, description, DESCRIPTION_LETTERS),
        tags: tag && t(`form.${tag}`, { max }),
        published: dateProblem && '',
      };
    },
    run: (typed) => updateVideo(scope, video.key, toChange(before, typed) ?? {}),
    item: t('item'),
    onDone: useKeepVideo(),
    readOnly: !video.actions.updateVideo,
  });
}
