import type { VideoJobs } from '@kinora/contract/jobs';
import { useTranslations } from 'use-intl';
import { Note } from '../../../../ui/note.tsx';
import { findWaiting } from '../../rules/steps.ts';

/** Shows why nothing goes on: the place in the queue, or that no worker is alive. */
export function WaitingNote({ steps }: { steps: VideoJobs | undefined }) {
  const t = useTranslations('videos.waiting');
  const waiting = steps === undefined ? null : findWaiting(steps);
  // An upload shows its own state.
  if (waiting === null || waiting.kind === 'upload') return null;
  if (waiting.kind === 'noWorker') {
    return (
      <Note tone="warning" title={t('noWorker')} role="status">
        {t('noWorkerText')}
      </Note>
    );
  }
  return (
    <Note tone="info" title={t('queue', { place: waiting.place })} role="status">
      {t('queueText')}
    </Note>
  );
}
