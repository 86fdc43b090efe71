import { Menu as MantineMenu, type MenuProps } from '@mantine/core';
import { type Ref, useImperativeHandle } from 'react';
import type { MenuPlace } from '../menu-button.ts';

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

/** Gives Mantine the button in place of one that it draws. */
function Standing({ target, ref }: Pick<Props, 'target'> & { ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => target.current, [target]);
  return null;
}
