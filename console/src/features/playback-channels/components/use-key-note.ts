import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';

/** Tells a key from others, as its id can't: when it was made, and the channels that have it. */
export function useKeyNote(): (createdAt: string, channels: readonly string[]) => string {
  const t = useTranslations('playbackChannels.signed');
  const format = useFormat();
  return (createdAt, channels) =>
    t('keyNote', {
      date: format.dateTime(createdAt),
      count: channels.length,
      channels: format.list(channels),
    });
}
