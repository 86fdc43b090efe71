import type { ReactNode } from 'react';
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
  children: ReactNode;
};

/** Asks before something is deleted or ended, does it, and says inside why it could not be. */
export function RemoveDialog<Thing>(props: Props<Thing>) {
  const { thing, onClose, run, done, undo, onDone, button, children, ...rest } = props;
  const save = useSave({
    run,
    ...(done !== undefined && {
      done: typeof done === 'string' ? done : (_: unknown, one: Thing) => done(one),
    }),
    ...(undo && { undo }),
    onDone: async (_, one) => {
      onClose();
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
        onClose();
      }}
      onConfirm={() => thing !== undefined && save.mutate(thing)}
      confirmLabel={button}
      danger
      busy={save.isPending}
      error={save.error}
    >
      {children}
    </ConfirmDialog>
  );
}
