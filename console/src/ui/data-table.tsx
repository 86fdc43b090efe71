import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useState } from 'react';
import { type RowAction, RowMenu } from './row-menu.tsx';
import { getRowLinkProps } from './row-link.ts';
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
  /** Left out below 1200 px. */
  widest?: boolean;
  /** The rows can be ordered by it: how they are now, and what a press of its header does. */
  sort?: { order: 'asc' | 'desc' | undefined; onSort: () => void };
};

export type RowLayout = 'comfortable' | 'compact' | 'cards';

type Props<Row> = {
  /** Screen readers say what the table lists. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Behind three dots and on right-click; a row without any has no dots. */
  actions?: (row: Row) => RowAction[];
  /** Says how the dots are called, with the row's name in it. */
  actionsLabel?: (row: Row) => string;
  /** Says where a press anywhere in the row leads. One of its cells shows the same as a link. */
  rowLink?: (row: Row) => string;
  /** From 768 px: rows of 48 px, or each row as a card of a grid. */
  layout?: RowLayout;
  /** On phones short facts stand beside each other, label over value, instead of one a line. */
  hasPhoneColumns?: boolean;
  /** Rows have boxes to tick. */
  selection?: RowSelection<Row> | undefined;
};

/** Rows are ticked by their boxes, a click with Ctrl, ⌘ or Shift, and Space in a row with the focus. */
export type RowSelection<Row> = {
  pageLabel: string;
  rowLabel: (row: Row) => string;
  /** Says how much of the page is ticked. */
  pagePart: 'all' | 'some' | 'none';
  onPage: () => void;
  mayTick: (row: Row) => boolean;
  isTicked: (row: Row) => boolean;
  /** With Shift it goes from the row that was ticked before to this one. */
  onTick: (row: Row, withShift: boolean) => void;
};

/** A table in a card. Below 768 px each row is a card; the ARIA roles keep it a table there. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, actions, layout, selection } = props;
  return (
    <div
      className={classes.card}
      data-layout={layout}
      data-phone-columns={props.hasPhoneColumns || undefined}
    >
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <td role="cell" className={classes.tick}>
                <PageBox selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-align={column.align}
                data-wide={toWidth(column)}
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

const toWidth = ({ wide, widest }: Pick<Column<never>, 'wide' | 'widest'>) =>
  widest ? 'widest' : wide || undefined;

function PageBox<Row>({ selection }: { selection: RowSelection<Row> }) {
  const { pageLabel, pagePart, onPage } = selection;
  return (
    <label className={classes.box}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = pagePart === 'some';
        }}
        type="checkbox"
        aria-label={pageLabel}
        checked={pagePart === 'all'}
        onChange={onPage}
      />
    </label>
  );
}

function RowBox<Row>({ row, selection }: { row: Row; selection: RowSelection<Row> }) {
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={selection.rowLabel(row)}
        checked={selection.isTicked(row)}
        onChange={({ nativeEvent }) =>
          selection.onTick(row, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}

/** Ticks a row without its box; what answers to the click or key itself keeps it. */
function getTickProps<Row>(row: Row, selection: RowSelection<Row> | undefined) {
  if (!selection?.mayTick(row)) return {};
  const isFor = (event: MouseEvent | KeyboardEvent, others: string) =>
    !event.defaultPrevented &&
    event.target instanceof Element &&
    event.currentTarget.contains(event.target) &&
    event.target.closest(others) === null;
  return {
    'data-ticked': selection.isTicked(row) || undefined,
    // Otherwise a click with Shift would select text.
    onMouseDown: (event: MouseEvent) => {
      if (event.shiftKey && isFor(event, 'a, button, input')) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const isTick = event.ctrlKey || event.metaKey || event.shiftKey;
      if (!isTick || !isFor(event, 'a, button, input, label')) return;
      // A ticking click must not follow the row's link.
      event.preventDefault();
      selection.onTick(row, event.shiftKey);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== ' ' || !isFor(event, 'button, input')) return;
      event.preventDefault();
      selection.onTick(row, event.shiftKey);
    },
  };
}

function getRowProps<Row>(
  row: Row,
  selection: RowSelection<Row> | undefined,
  href: string | undefined,
) {
  const [tick, link] = [getTickProps(row, selection), getRowLinkProps(href)];
  return {
    ...link,
    ...tick,
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      tick.onMouseDown?.(event);
      link.onMouseDown?.(event);
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      tick.onClick?.(event);
      link.onClick?.(event);
    },
  };
}

function TableRow<Row>(props: Props<Row> & { row: Row }) {
  const { row, columns, actions, actionsLabel, rowLink, selection } = props;
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
    <tr
      role="row"
      {...getRowProps(row, selection, rowLink?.(row))}
      onContextMenu={onContextMenu}
      data-open={at !== undefined || undefined}
    >
      {selection && (
        <td role="cell" className={classes.tick}>
          {selection.mayTick(row) && <RowBox row={row} selection={selection} />}
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          data-align={column.align}
          data-phone={column.phone ?? 'line'}
          data-wide={toWidth(column)}
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
