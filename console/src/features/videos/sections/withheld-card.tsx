import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';

/** Stands where the protection is chosen, while no viewer has the video: the page says above what goes on. */
export function WithheldCard() {
  const t = useTranslations('videos.withheld');
  return <Card title={t('heading')} note={t('later')} />;
}
