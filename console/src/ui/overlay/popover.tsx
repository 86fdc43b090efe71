import { Popover as MantinePopover, type PopoverProps } from '@mantine/core';
import type { MenuPlace } from '../menu-button.ts';
import { Standing } from './standing.tsx';

type Props = MenuPlace & Pick<PopoverProps, 'position' | 'width' | 'children'>;

/** A small dialog at a button that stands on the page already; the focus goes in and comes back. */
export function Popover({ target, opened, onClose, children, ...place }: Props) {
  return (
    <MantinePopover
      {...place}
      opened={opened}
      onChange={(isOpen) => !isOpen && onClose()}
      trapFocus
      returnFocus
      shadow="md"
    >
      <MantinePopover.Target>
        <Standing target={target} />
      </MantinePopover.Target>
      <MantinePopover.Dropdown>{children}</MantinePopover.Dropdown>
    </MantinePopover>
  );
}
