import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { UploadItem } from '../../data/store.ts';
import { countTotals } from '../../rules/totals.ts';

/** The queue is announced to screen readers at most this often. */
const QUIET_MS = 10_000;

/** The one live region of the queue: "5 of 12 uploaded". */
export function UploadAnnouncer({ items }: { items: readonly UploadItem[] }) {
  const t = useTranslations('uploads');
  const { uploaded, count, failed } = countTotals(items);
  const words =
    failed > 0
      ? t('announce.failed', { done: uploaded, count, failed })
      : t('announce.done', { done: uploaded, count });
  const [said, setSaid] = useState('');
  const lastAt = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, lastAt.current + QUIET_MS - Date.now());
    const timer = setTimeout(() => {
      lastAt.current = Date.now();
      setSaid(words);
    }, wait);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div className="visually-hidden" role="status">
      {said}
    </div>
  );
}
