import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { Card } from '../../../../ui/card.tsx';
import { Share } from './share.tsx';

export function ShareCard({ video }: { video: Video }) {
  const t = useTranslations('videos.links');
  return (
    <Card title={t('title')}>
      <Share video={video} />
    </Card>
  );
}
