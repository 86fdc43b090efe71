import { createContext, type ReactNode, use, useId } from 'react';
import { useSaveKey } from '../../base/use-save-key.ts';
import { LeaveGuard } from '../leave-guard.tsx';
import type { AnyForm } from './use-form.ts';

type Scope = AnyForm & {
  /** Names the form for buttons that stand outside it. */
  htmlId: string;
};

const FormContext = createContext<Scope | undefined>(undefined);

/** The form that a part is drawn in. */
export function useFormScope(): Scope {
  const form = use(FormContext);
  if (form === undefined) throw new Error('Used outside a form');
  return form;
}

type Props = {
  form: AnyForm;
  className?: string | undefined;
  /** The form is its page's purpose: leaving it asks first, and Ctrl+S or ⌘S saves. */
  isPage?: boolean;
  /** Saves in its own way, as after a question. Answers whether it is saved. */
  onSave?: () => Promise<boolean>;
  /** For a button that does less than save, as in a wizard: what is left then can't be saved. */
  onSubmit?: () => void;
  children: ReactNode;
};

export function Form({ form, className, isPage = false, onSave, onSubmit, children }: Props) {
  const htmlId = useId();
  const save = onSave ?? form.trySave;
  const submit = onSubmit ?? (onSave ? () => void onSave() : form.submit);
  useSaveKey(submit, isPage && !form.isReadOnly);
  return (
    <FormContext value={{ ...form, htmlId }}>
      {isPage && (
        <LeaveGuard
          when={form.isDirty}
          what={form.item ?? ''}
          {...(onSubmit === undefined && { onSave: save })}
        />
      )}
      <form
        id={htmlId}
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {children}
      </form>
    </FormContext>
  );
}
