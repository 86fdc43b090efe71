import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type ErrorContext, useErrorText } from '../../base/error-text.ts';
import classes from '../dialog.module.css';
import { Modal } from './modal.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  children?: ReactNode;
  /** A verb: "เพิกถอน". */
  confirmLabel: string;
  danger?: boolean;
  busy?: boolean;
  /** True until the typed text confirms it. */
  confirmDisabled?: boolean;
  /** The failure of the last try, shown inside. */
  error?: unknown;
  item?: ErrorContext['item'];
};

/** Asks before something that can't be taken back. */
export function ConfirmDialog(props: Props) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      busy={props.busy === true}
    >
      {props.opened && <ConfirmForm {...props} />}
    </Modal>
  );
}

function ConfirmForm(props: Props) {
  const { onClose, onConfirm, children, confirmLabel, danger, busy, error, item } = props;
  const { confirmDisabled = false } = props;
  const t = useTranslations('ui');
  const describe = useErrorText();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!busy && !confirmDisabled) onConfirm();
  };
  const failure = error ? describe(error, { item, action: 'save' }) : undefined;
  return (
    <form onSubmit={submit} className={classes.body}>
      {children}
      {failure && (
        <p role="alert" className={classes.alert}>
          <strong>{failure.title}</strong> {failure.detail}
          {failure.reference !== '' && ` (${failure.reference})`}
        </p>
      )}
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose} disabled={busy === true} data-autofocus>
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          color={danger ? 'red' : 'indigo'}
          loading={busy === true}
          disabled={confirmDisabled}
        >
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
