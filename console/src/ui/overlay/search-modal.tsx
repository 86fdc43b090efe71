import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '../../base/use-is-phone.ts';
import { useScrollLock } from '../scroll-lock.ts';

type Props = { opened: boolean; onClose: () => void; label: string; children: ReactNode };

/** A dialog that begins with a field instead of a title, near the top; on phones it is the whole window. */
export function SearchModal({ opened, onClose, label, children }: Props) {
  const isPhone = useIsPhone();
  useScrollLock(opened);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={640}
      yOffset="11dvh"
      padding={0}
      radius={12}
      fullScreen={isPhone}
      lockScroll={false}
      transitionProps={{ transition: 'fade', duration: 120 }}
      data-dialog-open={opened || undefined}
    >
      <Modal.Overlay color="#0a0d14" backgroundOpacity={0.5} />
      <Modal.Content aria-label={label}>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
