import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useScrollLock } from '../scroll-lock.ts';
import classes from '../frame/app-frame.module.css';

type Props = { opened: boolean; onClose: () => void; label: string; children: ReactNode };

/** The navigation where it has no place beside the page. */
export function NavDrawer({ opened, onClose, label, children }: Props) {
  useScrollLock(opened);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={280}
      lockScroll={false}
      padding={0}
      transitionProps={{ duration: 120, transition: 'slide-right' }}
      classNames={{ content: classes.drawer ?? '', body: classes.drawerBody ?? '' }}
      data-dialog-open={opened || undefined}
    >
      <Drawer.Overlay color="#0a0d14" backgroundOpacity={0.5} />
      <Drawer.Content aria-label={label}>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
