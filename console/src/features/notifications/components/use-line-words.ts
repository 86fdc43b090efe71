import type { Notification, NotificationKind } from '@kinora/contract/notifications';
import type { SourceProblem } from '@kinora/contract/videos/summary';
import { useTranslations } from 'use-intl';

type Words = { sentence: string; detail: string | null };

/** Says what a line tells: a sentence, and what is to be known besides. */
export function useLineWords(): (line: Notification) => Words {
  const t = useTranslations();
  const words: Record<NotificationKind, (line: Notification) => Words> = {
    videoCompleted: (line) => ({
      sentence: t('notifications.videoCompleted', toFacts(line)),
      detail: toProjectName(line),
    }),
    videoFailed: (line) => ({
      sentence: t('notifications.videoFailed', toFacts(line)),
      detail:
        line.code === null
          ? toProjectName(line)
          : t(`videos.reasons.${line.code as SourceProblem}`),
    }),
    videoBatch: ({ code, total, failed, project }) => {
      const action = code ?? '';
      const sentence =
        failed > 0
          ? t('videos.batch.failed', { action, total, failed })
          : t('videos.batch.done', { action, count: total, project: project?.name ?? '' });
      return { sentence, detail: null };
    },
  };
  return (line) => words[line.kind](line);
}

function toFacts({ total, subject, project }: Notification) {
  return { total, name: subject?.name ?? '', project: project?.name ?? '' };
}

/** The sentence about several names their project. */
const toProjectName = ({ total, project }: Notification) =>
  total === 1 ? (project?.name ?? null) : null;
