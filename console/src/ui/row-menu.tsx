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
  const atPointer = typeof at === 'object';
  return (
    <Menu
      opened={at !== undefined}
      onChange={(open) => setAt(open ? 'dots' : undefined)}
      position={atPointer ? 'bottom-start' : 'bottom-end'}
      // The target moves between the dots and the pointer.
      key={atPointer ? 'pointer' : 'dots'}
    >
      {!atPointer && (
        <Menu.Target>
          <Dots label={label ?? t('moreActions')} />
        </Menu.Target>
      )}
      {atPointer && (
        <>
          <Dots label={label ?? t('moreActions')} />
          <Menu.Target>
            <span className={classes.pointer} style={{ left: at.x, top: at.y }} />
          </Menu.Target>
        </>
      )}
      <Menu.Dropdown>
        {items.map((item) => (
          <MenuEntry key={item.label} item={item} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Dots({ label, ...rest }: { label: string } & React.ComponentProps<'button'>) {
  return (
    <ActionIcon {...(rest as object)} aria-label={label}>
      <IconDots size={18} stroke={1.8} aria-hidden />
    </ActionIcon>
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
