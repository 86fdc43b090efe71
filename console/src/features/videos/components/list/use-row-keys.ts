import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useShortcut } from '../../../../base/shortcuts.ts';
import type { RowSelection } from '../../../../ui/data-table.tsx';

const TITLE = 'a[href]:not([tabindex="-1"])';

type Rows<Row> = { rows: readonly Row[]; selection: RowSelection<Row> | undefined };

/** Lets `j` and `k` go through the rows, whose titles Enter opens; `x` ticks one. */
export function useRowKeys<Row>(
  table: RefObject<HTMLElement | null>,
  { rows: ofTable, selection }: Rows<Row>,
): void {
  const t = useTranslations('videos.keys');
  const find = () => {
    const rows = [...(table.current?.querySelectorAll('tbody tr') ?? [])];
    return { rows, at: rows.findIndex((row) => row.contains(document.activeElement)) };
  };
  const move = (step: 1 | -1) => {
    const { rows, at } = find();
    const from = at === -1 && step === -1 ? rows.length : at;
    const title = rows[from + step]?.querySelector<HTMLElement>(TITLE);
    title?.focus();
    title?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', t('next'), () => move(1));
  useShortcut('k', t('previous'), () => move(-1));
  useShortcut(selection && 'x', t('select'), () => {
    const row = ofTable[find().at];
    if (row !== undefined && selection?.mayTick(row)) selection.onTick(row, false);
  });
}
