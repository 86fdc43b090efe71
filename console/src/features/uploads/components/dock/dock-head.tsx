import { useTranslations } from 'use-intl';
import { ProgressRing } from '../../../../ui/progress.tsx';
import type { UploadItem } from '../../data/store.ts';
import { countTotals, isGoing, type Totals } from '../../rules/totals.ts';
import { useOnline } from '../use-line.ts';
import { useSpeedWords } from '../use-speed-words.ts';
import classes from './upload-dock.module.css';

/** The queue in two lines, and the tab that must stay open for as long as bytes move. */
export function DockHead({ items, titleId }: { items: readonly UploadItem[]; titleId: string }) {
  const t = useTranslations('uploads');
  const speed = useSpeedWords();
  const isOnline = useOnline();
  const totals = countTotals(items);
  const { uploaded, count, failed, interrupted, paused, checkErrors, ready } = totals;
  const isMoving = isGoing(totals);
  const notes = [
    ...(isMoving && !isOnline ? [t('head.offline')] : []),
    ...(isMoving && isOnline ? speed(totals.bytesPerSecond, totals.secondsLeft) : []),
    ...(failed > 0 ? [t('head.failed', { count: failed })] : []),
    ...(interrupted > 0 ? [t('head.interrupted', { count: interrupted })] : []),
    ...(paused > 0 ? [t('head.paused', { count: paused })] : []),
    ...(checkErrors > 0 ? [t('head.checkErrors', { count: checkErrors })] : []),
    ...(ready === count ? [t('head.ready', { count })] : []),
  ];
  const isBad = failed + checkErrors > 0 && !isMoving;
  const tone = isBad ? 'danger' : uploaded === count ? 'success' : 'action';
  return (
    <>
      <ProgressRing value={totals.progress} label={t('head.progress')} tone={tone} />
      <div className={classes.words}>
        <h2 id={titleId} className={classes.title}>
          {useTitle(totals)}
        </h2>
        {(notes.length > 0 || !isMoving) && (
          <p className={classes.notes}>{notes.join(' · ') || t('head.quiet')}</p>
        )}
        {isMoving && <p className={classes.notes}>{t('head.keepOpen')}</p>}
      </div>
    </>
  );
}

function useTitle(totals: Totals): string {
  const t = useTranslations('uploads.head');
  const { uploaded: done, count, failed } = totals;
  if (isGoing(totals)) return t('uploading', { done, count });
  if (done === count) return t('done', { count });
  return failed === count ? t('allFailed') : t('stopped', { done, count });
}
