import { descriptionLetters, MAX_TAGS, tagLetters, titleLetters } from '@kinora/contract/bounds';
import type { Video } from '@kinora/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useTextWords } from '../../../../ui/form/text-words.ts';
import { useForm } from '../../../../ui/form/use-form.ts';
import { refreshVideos, updateVideo, videoQuery } from '../../data.ts';
import type { DateProblem } from '../../rules/date-text.ts';
import { changeOf, type Information, informationOf, tagProblem } from '../../rules/information.ts';

/** How long "saved" stays (specification 3, section 9). */
const savedMs = 2000;

type Typed = Information & {
  /** Why the date that stands in its field is none; the field says so itself. */
  dateProblem: DateProblem | undefined;
};

/** Keeps what was typed over a video's information, and saves it. */
export function useInformation(video: Video) {
  const t = useTranslations('videos');
  const words = useTextWords();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const labels = {
    title: t('fields.title'),
    description: t('fields.description'),
    tags: t('fields.tags'),
    published: t('fields.publishedDate'),
  };
  const before = informationOf(video);
  return useForm<Typed, Video>({
    id: 'video',
    stored: { ...before, dateProblem: undefined },
    labels,
    fieldOf: (path) => (path.startsWith('additional') ? 'published' : path.replace(/\..*/, '')),
    isSame: (one, other) =>
      changeOf(other, one) === undefined && one.dateProblem === other.dateProblem,
    problems: ({ title, description, tags, dateProblem }) => {
      const tag = tagProblem(tags);
      const max = tag === 'tooManyTags' ? MAX_TAGS : tagLetters.max;
      return {
        title: words(labels.title, title, titleLetters),
        description: words(labels.description, description, descriptionLetters),
        tags: tag && t(`form.${tag}`, { max }),
        published: dateProblem && '',
      };
    },
    run: (typed) => updateVideo(scope, video.key, changeOf(before, typed) ?? {}),
    item: t('item'),
    onDone: (saved) => {
      queryClient.setQueryData(videoQuery(scope, video.key).queryKey, saved);
      return refreshVideos(queryClient, scope);
    },
    savedMs,
    readOnly: !video.actions.updateVideo,
  });
}
