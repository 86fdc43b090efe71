import { checkText } from '@kinora/contract/field-rules';
import { normaliseText } from '@kinora/contract/normalise-text';
import { ActionIcon, InputBase } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CharacterCounter } from './counter.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import classes from './inline-edit.module.css';

type Props = {
  value: string;
  /** The field's name: "ชื่อโปรเจกต์". Used in labels and messages. */
  label: string;
  /** Saves; a rejection keeps the field open with `error`. */
  onSave: (value: string) => Promise<unknown>;
  /** Message of the server for this field. */
  error?: string | undefined;
  /** Fewest and most letters; by default none is needed. */
  min?: number;
  max?: number;
  multiline?: boolean;
  /** Says why it can't be edited: no pencil. */
  readOnly?: boolean;
  /** Says how the value is drawn while it is not edited; by default plain text. */
  children?: ReactNode;
};

/** Text that turns into its own field at its pencil. Enter confirms, Escape takes it back. */
export function InlineEdit({ editLabel, ...props }: Props & { editLabel: string }) {
  const { value, readOnly, children } = props;
  const t = useTranslations('ui');
  const [editing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  if (editing && !readOnly) {
    return (
      <InlineEditor
        {...props}
        onEnd={() => {
          setEditing(false);
          requestAnimationFrame(() => pencil.current?.focus());
        }}
      />
    );
  }
  return (
    <div className={classes.shown}>
      {children ?? (
        <span className={value === '' ? classes.placeholder : classes.text}>
          {value === '' ? t('notSet') : value}
        </span>
      )}
      {!readOnly && (
        <ActionIcon ref={pencil} aria-label={editLabel} onClick={() => setEditing(true)}>
          <IconPencil size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

type EditorProps = Omit<Props, 'children'> & {
  onEnd: () => void;
  /** All on one line, without a count. */
  isTight?: boolean;
};

/** The field alone, for text that is edited where something else than its pencil says so. */
export function InlineEditor(props: EditorProps) {
  const { value, label, onSave, error, multiline, max, isTight = false, onEnd } = props;
  const t = useTranslations('ui');
  const [text, setText] = useState(value);
  const [saving, setSaving] = useState(false);
  // The message of a refusal goes when the text changes.
  const [refused, setRefused] = useState<string>();
  const problem = checkText(text.trim(), props);
  const shown =
    problem && text !== value
      ? t(`edit.${problem.code}`, { label, ...problem })
      : refused === text && error;

  const confirm = async (): Promise<boolean> => {
    if (problem || saving) return false;
    const next = normaliseText(text).trim();
    if (next === value) {
      onEnd();
      return true;
    }
    setSaving(true);
    try {
      await onSave(next);
      onEnd();
      return true;
    } catch {
      // useSave has said so, or `error` says it below the field.
      setRefused(text);
      setSaving(false);
      return false;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      onEnd();
    }
    const confirms = event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey);
    if (confirms) {
      event.preventDefault();
      void confirm();
    }
  };
  return (
    <>
      {/* Beside the field: keys pressed in the dialog must not reach it. */}
      <LeaveGuard when={text !== value} what={label} onSave={confirm} />
      <div className={classes.editor} data-tight={isTight || undefined} onKeyDown={onKeyDown}>
        <InputBase<'input' | 'textarea'>
          // Mantine's Textarea brings what grows with its text, which many pages would load.
          component={multiline ? 'textarea' : 'input'}
          size="sm"
          className={classes.field ?? ''}
          aria-label={label}
          value={text}
          onChange={(event: { currentTarget: { value: string } }) =>
            setText(event.currentTarget.value)
          }
          error={shown}
          autoFocus
          {...(multiline && { multiline: true, rows: 4 })}
          readOnly={saving}
        />
        <div className={classes.buttons}>
          {max !== undefined && !isTight && <CharacterCounter text={text} max={max} />}
          <ActionIcon
            variant="filled"
            color="indigo"
            aria-label={t('confirm')}
            loading={saving}
            disabled={problem !== undefined}
            onClick={() => void confirm()}
          >
            <IconCheck size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label={t('cancel')} disabled={saving} onClick={onEnd}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
    </>
  );
}
