import { Modal as MantineModal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { markFirstField } from '../first-field.ts';
import { useScrollLock } from '../scroll-lock.ts';
import classes from '../dialog.module.css';

type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  size?: number;
  /** Fills the window, as a page would. */
  isFull?: boolean;
  /** While something is being saved the dialog stays. */
  busy?: boolean;
  children?: ReactNode;
  /** Buttons; the main one last. */
  footer?: ReactNode;
};

export function Modal({
  opened,
  onClose,
  title,
  size = 480,
  isFull = false,
  busy,
  children,
  footer,
}: Props) {
  const t = useTranslations('ui');
  useScrollLock(opened);
  return (
    <MantineModal
      opened={opened}
      onClose={() => {
        if (!busy) onClose();
      }}
      title={title}
      size={size}
      centered={!isFull}
      fullScreen={isFull}
      // Mantine's lock injects a <style>, which the content security policy refuses.
      lockScroll={false}
      radius={isFull ? 0 : 12}
      padding={20}
      overlayProps={{ color: '#0a0d14', backgroundOpacity: 0.5 }}
      transitionProps={{ transition: 'fade', duration: 120 }}
      closeButtonProps={{ 'aria-label': t('close'), disabled: busy === true }}
      classNames={{ title: classes.title ?? '', body: classes.body ?? '' }}
      data-dialog-open={opened || undefined}
    >
      <div ref={markFirstField} className={classes.parts}>
        {children}
      </div>
      {footer !== undefined && <div className={classes.footer}>{footer}</div>}
    </MantineModal>
  );
}
