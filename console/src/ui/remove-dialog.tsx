import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSave } from '../base/use-save.ts';
import { ConfirmDialog } from './confirm-dialog.ts';

type Props<Thing> = {
  /** Undefined closes the dialog. */
  thing: Thing | undefined;
  onClose: () => void;
  run: (thing: Thing) => Promise<unknown>;
  /** Said in a toast when it is gone. */
  done?: string | ((thing: Thing) => string);
  /** Takes it back: offered beside `done`. */
  undo?: ((thing: Thing) => Promise<unknown>) | undefined;
  onDone?: (thing: Thing) => void | Promise<unknown>;
  title: string;
  /** A verb. */
  button: string;
  /** The kind of thing, translated. */
  item?: string;
  /** A text that has to be typed first, and the name of the field for it. */
  confirmBy?: { text: string; label: string } | undefined;
  children: ReactNode;
};

/** Asks before something is deleted or ended, does it, and says inside why it could not be. */
export function RemoveDialog<Thing>(props: Props<Thing>) {
  const { thing, onClose, run, done, undo, onDone, button, confirmBy, children, ...rest } = props;
  const [typed, setTyped] = useState('');
  const isConfirmed = confirmBy === undefined || typed.trim() === confirmBy.text;
  const close = () => {
    setTyped('');
    onClose();
  };
  const save = useSave({
    run,
    ...(done !== undefined && {
      done: typeof done === 'string' ? done : (_: unknown, one: Thing) => done(one),
    }),
    ...(undo && { undo }),
    onDone: async (_, one) => {
      close();
      await onDone?.(one);
    },
    shownByPage: () => true,
  });
  return (
    <ConfirmDialog
      {...rest}
      opened={thing !== undefined}
      onClose={() => {
        save.reset();
        close();
      }}
      onConfirm={() => thing !== undefined && isConfirmed && save.mutate(thing)}
      confirmLabel={button}
      danger
      busy={save.isPending}
      error={save.error}
      confirmDisabled={!isConfirmed}
    >
      {children}
      {confirmBy && (
        <TextInput
          label={confirmBy.label}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </ConfirmDialog>
  );
}
