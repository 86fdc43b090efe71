import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Column, DataTable } from './data-table.tsx';
import type { RowAction } from './row-menu.tsx';

type Props<Thing> = {
  /** Screen readers say what the table lists. */
  label: string;
  columns: Column<Thing>[];
  rows: readonly Thing[];
  nameOf: (thing: Thing) => string;
  /** Says what else can be done to a row, before its removal. */
  actions?: (thing: Thing) => RowAction[];
  /** A verb, the menu's last line; absent for people who may only look. */
  removeLabel?: string | undefined;
  /** Says why a row can't be removed; undefined when it can. */
  whyKept?: (thing: Thing) => string | undefined;
  /** Asks before it is done; without a thing it is closed. */
  renderDialog: (thing: Thing | undefined, onClose: () => void) => ReactNode;
};

/** A table of things that can be removed one by one, each by a line of its menu and a question. */
export function RemovableTable<Thing extends { id: string }>(props: Props<Thing>) {
  const { label, columns, rows, nameOf, actions, removeLabel, whyKept, renderDialog } = props;
  const ui = useTranslations('ui');
  const [removing, setRemoving] = useState<Thing>();
  const listActions = (thing: Thing): RowAction[] => {
    const more = actions?.(thing) ?? [];
    if (removeLabel === undefined) return more;
    const disabledReason = whyKept?.(thing);
    const remove = {
      label: removeLabel,
      icon: IconTrash,
      danger: true,
      ...(disabledReason !== undefined && { disabledReason }),
      onSelect: () => setRemoving(thing),
    };
    return [...more, remove];
  };
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={[...rows]}
        rowKey={({ id }) => id}
        actions={listActions}
        actionsLabel={(thing) => ui('actionsOf', { name: nameOf(thing) })}
      />
      {renderDialog(removing, () => setRemoving(undefined))}
    </>
  );
}
