import { normaliseText } from '@kinora/contract/normalise-text';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
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
  /** The button works once exactly this is typed. */
  typed?: string;
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

const bold = (chunks: ReactNode) => <b>{chunks}</b>;

function ConfirmForm(props: Props) {
  const { onClose, onConfirm, children, confirmLabel, danger, busy, typed, error, item } = props;
  const t = useTranslations('ui');
  const formId = useId();
  const describe = useErrorText();
  const [text, setText] = useState('');
  const ready = typed === undefined || normaliseText(text) === normaliseText(typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (ready && !busy) onConfirm();
  };
  const failure = error ? describe(error, { item, action: 'save' }) : undefined;
  return (
    <form id={formId} onSubmit={submit} className={classes.body}>
      {children}
      {typed !== undefined && (
        <TextInput
          label={t.rich('typeToConfirm', { text: typed, b: bold })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
      {failure && (
        <p role="alert" className={classes.alert}>
          <strong>{failure.title}</strong> {failure.detail}
          {failure.reference !== '' && ` (${failure.reference})`}
        </p>
      )}
      <div className={classes.footer}>
        <Button
          variant="default"
          onClick={onClose}
          disabled={busy === true}
          {...(typed === undefined && { 'data-autofocus': true })}
        >
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          color={danger ? 'red' : 'indigo'}
          loading={busy === true}
          disabled={!ready}
        >
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
