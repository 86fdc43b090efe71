import { Menu as MantineMenu, type MenuProps } from '@mantine/core';
import type { MenuPlace } from '../menu-button.ts';
import { Standing } from './standing.tsx';

type Props = MenuPlace & Pick<MenuProps, 'position' | 'offset' | 'width' | 'children'>;

/** A menu at a button that stands on the page already. */
export function Menu({ target, children, ...place }: Props) {
  return (
    <MantineMenu {...place}>
      <MantineMenu.Target>
        <Standing target={target} />
      </MantineMenu.Target>
      <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  );
}
