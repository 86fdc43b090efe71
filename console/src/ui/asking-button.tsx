import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type SaveOptions, useSave } from '../base/use-save.ts';
import { ConfirmDialog } from './confirm-dialog.ts';

type Props<Output> = Omit<SaveOptions<void, Output>, 'shownByPage'> & {
  /** A verb, on the button and in the dialog. */
  label: string;
  title: string;
  children: ReactNode;
  disabled?: boolean;
};

/** A button that asks before it acts. A refusal is shown by the dialog that asked. */
export function AskingButton<Output>({
  label,
  title,
  children,
  disabled = false,
  ...options
}: Props<Output>) {
  const [asking, setAsking] = useState(false);
  const save = useSave<void, Output>({
    ...options,
    onDone: async (output) => {
      setAsking(false);
      await options.onDone?.(output, undefined);
    },
    shownByPage: () => true,
  });
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          save.reset();
          setAsking(false);
        }}
        onConfirm={() => save.mutate()}
        title={title}
        confirmLabel={label}
        busy={save.isPending}
        error={save.error}
        item={options.item}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
