import { Menu as MantineMenu, type MenuProps } from '@mantine/core';
import type { MenuPlace } from '../menu-button.ts';
import { Standing } from './standing.tsx';

type Props = MenuPlace &
  Pick<MenuProps, 'position' | 'offset' | 'width' | 'children'> & {
    /** Its button is part of the page's content, and so is the menu: it stands in that landmark. */
    isOfPage?: boolean;
  };

/** A menu at a button that stands on the page already. */
export function Menu({
  target,
  returnTo = target,
  onClose,
  children,
  isOfPage = false,
  ...place
}: Props) {
  const close = () => {
    // A dialog that an entry opens gives the focus back to what has it now: the entry will be gone then.
    if (document.activeElement?.closest('[role="menu"]')) {
      returnTo.current?.focus({ preventScroll: true });
    }
    onClose();
  };
  return (
    <MantineMenu {...place} {...(isOfPage && { portalProps: { target: '#main' } })} onClose={close}>
      <MantineMenu.Target>
        <Standing target={target} />
      </MantineMenu.Target>
      <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  );
}
