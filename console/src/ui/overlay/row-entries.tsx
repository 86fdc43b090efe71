import { Menu as MantineMenu, type MenuProps } from '@mantine/core';
import { Link } from '../link.tsx';
import { Menu } from './menu.tsx';
import type { MenuPlace } from '../menu-button.ts';
import type { RowAction } from '../row-action.ts';
import classes from '../row-menu.module.css';

type Props = MenuPlace & Pick<MenuProps, 'position' | 'offset'> & { items: RowAction[] };

export function RowEntries({ items, ...place }: Props) {
  return (
    <Menu {...place} isOfPage>
      {items.map((item) => (
        <RowEntry key={item.label} item={item} />
      ))}
    </Menu>
  );
}

function RowEntry({ item }: { item: RowAction }) {
  const Icon = item.icon;
  const looks = {
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
      <MantineMenu.Item component={Link} to={item.to} search={item.search ?? {}} {...looks}>
        {words}
      </MantineMenu.Item>
    );
  }
  return (
    <MantineMenu.Item {...looks} onClick={item.onSelect}>
      {words}
    </MantineMenu.Item>
  );
}
