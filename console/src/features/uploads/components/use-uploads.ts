import { useSyncExternalStore } from 'react';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTranslations } from 'use-intl';
import { getDraft, getTargetDraft, type Draft, subscribeDraft } from '../data/draft.ts';
import { getUploads, subscribeUploads, type UploadItem } from '../data/store.ts';
import { roundTime } from '../rules/rate.ts';

export function useUploads(): readonly UploadItem[] {
  return useSyncExternalStore(subscribeUploads, getUploads);
}

export function useDraft(target: string): Draft {
  useSyncExternalStore(subscribeDraft, getDraft);
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

let now = Date.now();
const clockListeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of clockListeners) listener();
}

function subscribeClock(listener: () => void): () => void {
  if (clockListeners.size === 0) {
    now = Date.now();
    ticking = setInterval(tick, 500);
  }
  clockListeners.add(listener);
  return () => {
    clockListeners.delete(listener);
    if (clockListeners.size === 0) clearInterval(ticking);
  };
}

const noClock = () => () => undefined;

/** The time, renewed twice a second while `isNeeded`. */
export function useNow(isNeeded: boolean): number {
  return useSyncExternalStore(isNeeded ? subscribeClock : noClock, () => now);
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
