import type { SourceProblem } from '@kinora/contract/videos/summary';
import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { Card } from '../../../../ui/card.tsx';
import { SourceProblemNote } from './source-problem-note.tsx';

/** The video plays, but some outputs will not come. */
export function PartlyFailed({ video, reason }: { video: Video; reason: SourceProblem }) {
  const t = useTranslations('videos');
  return (
    <Card title={t('processing.partlyFailed')} note={t(`reasons.${reason}`)}>
      <SourceProblemNote video={video} reason={reason} />
    </Card>
  );
}
