import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { roundTime } from '../rules/rough-time.ts';

/** "18.4 MB/s · about 6 minutes left", as much of it as is known. */
export function useSpeedWords(): (rate: number | null, seconds: number | null) => string[] {
  const t = useTranslations('uploads.speed');
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
