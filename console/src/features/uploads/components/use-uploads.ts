import { useSyncExternalStore } from 'react';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTranslations } from 'use-intl';
import { useStore } from '../../../base/store.ts';
import { getTargetDraft, draftStore, type Draft } from '../data/draft.ts';
import { getUploads, subscribeUploads, type UploadItem } from '../data/store.ts';
import { roundTime } from '../rules/rate.ts';

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(subscribeUploads, getUploads);
}

export function useDraft(target: string): Draft {
  useStore(draftStore);
  return getTargetDraft(target);
}

/** "18.4 MB/s · about 6 minutes left", as much of it as is known. */
export function useSpeedWords(): (rate: number | null, seconds: number | null) => string[] {
  const t = useTranslations('uploads');
  const format = useFormat();
  return (rate, seconds) => {
    const words: string[] = [];
    if (rate !== null) words.push(t('perSecond', { amount: format.bytes(Math.round(rate)) }));
    if (seconds !== null) {
      const { unit, count } = roundTime(seconds);
      words.push(t(`timeLeft.${unit}`, { count }));
    }
    return words;
  };
}
