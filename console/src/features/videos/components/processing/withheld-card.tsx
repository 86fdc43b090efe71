import type { Video } from '@kinora/contract/videos';
import { useTranslations } from 'use-intl';
import { Card } from '../../../../ui/card.tsx';
import { WithheldNote } from './withheld-note.tsx';

/** Stands where the protection is chosen, while no viewer has the video yet. */
export function WithheldCard({ video }: { video: Video }) {
  const t = useTranslations('videos.withheld');
  return (
    <Card title={t('heading')}>
      <WithheldNote video={video} />
    </Card>
  );
}
