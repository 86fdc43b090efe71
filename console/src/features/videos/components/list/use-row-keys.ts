import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useShortcut } from '../../../../base/shortcuts.ts';

const TITLE = 'a[href]:not([tabindex="-1"])';

/** Lets `j` and `k` go through the rows, whose titles Enter opens. */
export function useRowKeys(table: RefObject<HTMLElement | null>): void {
  const t = useTranslations('videos.keys');
  const move = (step: 1 | -1) => {
    const rows = [...(table.current?.querySelectorAll('tbody tr') ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const from = at === -1 && step === -1 ? rows.length : at;
    const title = rows[from + step]?.querySelector<HTMLElement>(TITLE);
    title?.focus();
    title?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', t('next'), () => move(1));
  useShortcut('k', t('previous'), () => move(-1));
}
