import { type ErrorContext, useErrorText } from './error-text.ts';
import { showToast } from './toasts.ts';

/** Says in a toast what failed and what helps. */
export function useFailureToast(): (
  thrown: unknown,
  context?: ErrorContext,
  attempt?: string,
) => void {
  const describe = useErrorText();
  return (thrown, context, attempt) => {
    const { title, detail, reference, action } = describe(thrown, context);
    const kind = action ? 'advanced' : 'error';
    showToast(kind, { title, detail, reference, attempt, ...(action && { action }) });
  };
}
