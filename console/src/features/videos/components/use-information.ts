import { textProblem } from '@kinora/contract/field-rules';
import type { Video } from '@kinora/contract/videos';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { refreshVideos, updateVideo, videoQuery } from '../data.ts';
import type { DateProblem } from '../rules/date-text.ts';
import {
  changeOf,
  type Information,
  type InformationChange,
  informationOf,
  limits,
  tagProblem,
} from '../rules/information.ts';

/** How long "saved" stays (specification 3, section 9). */
const savedMs = 2000;

/** What was typed over a video's information, and how it is saved. */
export function useInformation(video: Video) {
  const t = useTranslations('videos');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  // Only what was touched: the rest follows the video as it is asked for again.
  const [draft, setDraft] = useState<Partial<Information>>({});
  const [dateProblem, setDateProblem] = useState<DateProblem>();
  const before = informationOf(video);
  const values: Information = { ...before, ...draft };
  const change = changeOf(before, values);
  const save = useSave({
    run: (wanted: InformationChange) => updateVideo(scope, video.key, wanted),
    item: t('item'),
    onDone: async (saved) => {
      queryClient.setQueryData(videoQuery(scope, video.key).queryKey, saved);
      setDraft({});
      await refreshVideos(queryClient, scope);
    },
  });
  const { isSuccess, reset } = save;
  useEffect(() => {
    if (!isSuccess) return undefined;
    const timer = setTimeout(reset, savedMs);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);

  const problems = {
    title: textProblem(values.title.trim(), { least: 1, most: limits.title }),
    description: textProblem(values.description.trim(), { most: limits.description }),
    tags: tagProblem(values.tags),
    published: dateProblem,
  };
  return {
    values,
    problems,
    save,
    isDirty: change !== undefined || dateProblem !== undefined,
    isValid: Object.values(problems).every((problem) => problem === undefined),
    set: (fields: Partial<Information>) => setDraft({ ...draft, ...fields }),
    setDateProblem,
    discard: () => {
      setDraft({});
      setDateProblem(undefined);
      save.reset();
    },
    submit: () => {
      if (change !== undefined && !save.isPending) save.mutate(change);
    },
  };
}
