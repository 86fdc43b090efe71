import { createContext, type ReactNode, use } from 'react';
import { useSaveKey } from '../../base/use-save-key.ts';
import { LeaveGuard } from '../leave-guard.tsx';
import type { AnyForm } from './use-form.ts';

const FormContext = createContext<AnyForm | undefined>(undefined);

/** The form that a part is drawn in. */
export function useFormScope(): AnyForm {
  const form = use(FormContext);
  if (form === undefined) throw new Error('Used outside a form');
  return form;
}

type Props = {
  form: AnyForm;
  className?: string | undefined;
  /** It is what its page is for: leaving it asks first, and Ctrl+S or ⌘S saves. */
  isPage?: boolean;
  /** For a button that does less than save, as in a wizard. */
  onSubmit?: () => void;
  children: ReactNode;
};

export function Form({ form, className, isPage = false, onSubmit, children }: Props) {
  const submit = onSubmit ?? form.submit;
  useSaveKey(submit, isPage && !form.isReadOnly);
  return (
    <FormContext value={form}>
      {isPage && <LeaveGuard when={form.isDirty} />}
      <form
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
