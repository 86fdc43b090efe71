import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { useState } from 'react';
import { type RowAction, RowMenu } from './row-menu.tsx';
import classes from './data-table.module.css';

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers go right. */
  align?: 'right';
  /** CSS width of the column. */
  width?: string;
  /**
   * On phones, where a row becomes a card: `lead` stands on top without a label, `line` below with
   * its header as label, `plain` below without one, `hide` is left out. `line` by default.
   */
  phone?: 'lead' | 'line' | 'plain' | 'hide';
  /** Left out below 992 px. */
  wide?: boolean;
  /** The rows can be ordered by it: how they are now, and what a press of its header does. */
  sort?: { order: 'asc' | 'desc' | undefined; onSort: () => void };
};

type Props<Row> = {
  /** Screen readers say what the table lists. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Behind three dots and on right-click; a row without any has no dots. */
  actions?: (row: Row) => RowAction[];
  /** How the dots are called, with the row's name in it. */
  actionsLabel?: (row: Row) => string;
};

/** A table in a card. Below 576 px each row is a card; the ARIA roles keep it a table there. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, actions } = props;
  return (
    <div className={classes.card}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-align={column.align}
                data-wide={column.wide || undefined}
                style={column.width === undefined ? undefined : { width: column.width }}
                aria-sort={column.sort?.order && ARIA_SORT[column.sort.order]}
              >
                {column.sort ? <SortHeader column={column} sort={column.sort} /> : column.header}
              </th>
            ))}
            {actions && <td role="cell" className={classes.menuHead} />}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

type SortHeaderProps<Row> = { column: Column<Row>; sort: NonNullable<Column<Row>['sort']> };

function SortHeader<Row>({ column, sort }: SortHeaderProps<Row>) {
  const Icon = sort.order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={classes.sort} data-on={sort.order} onClick={sort.onSort}>
      {column.header}
      <Icon size={14} stroke={2} aria-hidden />
    </button>
  );
}

function TableRow<Row>({ row, columns, actions, actionsLabel }: Props<Row> & { row: Row }) {
  const [at, setAt] = useState<{ x: number; y: number } | 'dots'>();
  const items = actions?.(row) ?? [];
  const onContextMenu = (event: MouseEvent) => {
    // Links and selected text keep the browser's own menu.
    const onLink = event.target instanceof Element && event.target.closest('a, input');
    if (items.length === 0 || onLink || String(getSelection()) !== '') return;
    event.preventDefault();
    setAt({ x: event.clientX, y: event.clientY });
  };
  return (
    <tr role="row" onContextMenu={onContextMenu} data-open={at !== undefined || undefined}>
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          data-align={column.align}
          data-phone={column.phone ?? 'line'}
          data-wide={column.wide || undefined}
        >
          {(column.phone ?? 'line') === 'line' && (
            <span className={classes.label} aria-hidden>
              {column.header}
            </span>
          )}
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td role="cell" className={classes.menu}>
          {items.length > 0 && (
            <RowMenu items={items} at={at} setAt={setAt} label={actionsLabel?.(row)} />
          )}
        </td>
      )}
    </tr>
  );
}
