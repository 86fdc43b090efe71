import { useSyncExternalStore } from 'react';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTranslations } from 'use-intl';
import { useStore } from '../../../base/store.ts';
import { createClock } from '../../../base/use-now.ts';
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

function subscribeLine(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribeLine, () => navigator.onLine);
}

const clock = createClock(500);
const noClock = () => () => undefined;

/** The time, renewed twice a second while `isNeeded`. */
export function useNow(isNeeded: boolean): number {
  return useSyncExternalStore(isNeeded ? clock.subscribe : noClock, clock.get);
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
