import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import classes from '../dialog.module.css';
import { Modal } from './modal.tsx';

type Props = {
  opened: boolean;
  /** Names what isn't saved. */
  what: string;
  onClose: () => void;
  onDiscard: () => void;
  /** Undefined where it can't be saved yet. */
  onSave: (() => void) | undefined;
};

/** Asks whether to save or discard changes when their page is left. */
export function LeaveDialog({ opened, what, onClose, onDiscard, onSave }: Props) {
  const t = useTranslations('ui.leave');
  return (
    <Modal opened={opened} onClose={onClose} title={t('title', { what })}>
      <div className={classes.body}>
        <p>{t('text')}</p>
        <div className={classes.footer}>
          <Button variant="subtle" color="red" onClick={onDiscard}>
            {t('discard')}
          </Button>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('stay')}
          </Button>
          {onSave && <Button onClick={onSave}>{t('save')}</Button>}
        </div>
      </div>
    </Modal>
  );
}
