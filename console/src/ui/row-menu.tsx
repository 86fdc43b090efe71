import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from './link.tsx';
import classes from './row-menu.module.css';

export type RowAction = {
  label: string;
  icon?: ComponentType<{ size?: number; stroke?: number }>;
  danger?: boolean;
  /** Why it can't be done now; the entry stays, disabled, and says so. */
  disabledReason?: string | undefined;
} & ({ onSelect: () => void; to?: undefined } | { to: string; onSelect?: undefined });

type Place = { x: number; y: number } | 'dots' | undefined;

type Props = {
  items: RowAction[];
  /** Where it is open: at its dots, or where the row was right-clicked. */
  at: Place;
  setAt: (at: Place) => void;
  label?: string | undefined;
};

export function RowMenu({ items, at, setAt, label }: Props) {
  const t = useTranslations('ui');
  const name = label ?? t('moreActions');
  const close = () => setAt(undefined);
  return (
    <>
      <Menu
        opened={at === 'dots'}
        onChange={(open) => setAt(open ? 'dots' : undefined)}
        position="bottom-end"
      >
        <Menu.Target>
          <ActionIcon aria-label={name}>
            <IconDots size={18} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Entries items={items} />
      </Menu>
      {typeof at === 'object' && (
        <Menu opened onClose={close} position="bottom-start" offset={2}>
          <Menu.Target>
            <button
              type="button"
              tabIndex={-1}
              aria-label={name}
              className={classes.pointer}
              style={{ left: at.x, top: at.y }}
            />
          </Menu.Target>
          <Entries items={items} />
        </Menu>
      )}
    </>
  );
}

function Entries({ items }: { items: RowAction[] }) {
  return (
    <Menu.Dropdown>
      {items.map((item) => (
        <MenuEntry key={item.label} item={item} />
      ))}
    </Menu.Dropdown>
  );
}

function MenuEntry({ item }: { item: RowAction }) {
  const Icon = item.icon;
  const shared = {
    leftSection: Icon ? <Icon size={16} stroke={1.7} /> : undefined,
    disabled: item.disabledReason !== undefined,
    'data-danger': item.danger || undefined,
  };
  const words = (
    <>
      {item.label}
      {item.disabledReason !== undefined && (
        <span className={classes.reason}>{item.disabledReason}</span>
      )}
    </>
  );
  if (item.to !== undefined && item.disabledReason === undefined) {
    return (
      <Menu.Item component={Link} to={item.to} {...shared}>
        {words}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item {...shared} onClick={item.onSelect}>
      {words}
    </Menu.Item>
  );
}
