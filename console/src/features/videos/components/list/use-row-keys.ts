import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useShortcut } from '../../../../base/shortcuts.ts';
import type { RowSelection } from '../../../../ui/data-table.tsx';

const TITLE = 'a[href]:not([tabindex="-1"])';

type Rows<Row> = {
  rows: readonly Row[];
  selection: RowSelection<Row> | undefined;
  onRename: (row: Row) => void;
};

const findRows = (table: HTMLElement | null) => [...(table?.querySelectorAll('tbody tr') ?? [])];

/** Moves the focus to the title of the row at this place. */
export function focusTitle(table: HTMLElement | null, at: number): void {
  const title = findRows(table)[at]?.querySelector<HTMLElement>(TITLE);
  title?.focus();
  title?.scrollIntoView({ block: 'nearest' });
}

/** Lets `j` and `k` go through the rows, whose titles Enter opens; `x` ticks one, `e` renames it. */
export function useRowKeys<Row>(
  table: RefObject<HTMLElement | null>,
  { rows: ofTable, selection, onRename }: Rows<Row>,
): void {
  const t = useTranslations('videos.keys');
  const find = () => {
    const rows = findRows(table.current);
    return { rows, at: rows.findIndex((row) => row.contains(document.activeElement)) };
  };
  const move = (step: 1 | -1) => {
    const { rows, at } = find();
    const from = at === -1 && step === -1 ? rows.length : at;
    focusTitle(table.current, from + step);
  };
  useShortcut('j', t('next'), () => move(1));
  useShortcut('k', t('previous'), () => move(-1));
  /** The rows that can be ticked are exactly the ones that can be changed. */
  const findChangeable = () => {
    const row = ofTable[find().at];
    return row !== undefined && selection?.mayTick(row) ? row : undefined;
  };
  useShortcut(selection && 'x', t('select'), () => {
    const row = findChangeable();
    if (row !== undefined) selection?.onTick(row, false);
  });
  useShortcut(selection && 'e', t('rename'), () => {
    const row = findChangeable();
    if (row !== undefined) onRename(row);
  });
}
