import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { toApiError } from './api-error.ts';
import type { ErrorContext } from './error-text.ts';
import { useFailureToast } from './failure-toast.ts';
import { showToast } from './toasts.ts';

type SaveOptions<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** The kind of thing, translated, for the standard messages. */
  item?: string;
  /** Said in a toast when it is done. */
  done?: string | ((output: Output, input: Input) => string);
  onDone?: (output: Output, input: Input) => void | Promise<void>;
  /** Answers true for a failure that the page shows itself. A 422 with field errors always is. */
  shownByPage?: (error: ReturnType<typeof toApiError>) => boolean;
};

/** A write: its failure is shown once, by the page's fields or by a toast, never swallowed. */
export function useSave<Input = void, Output = unknown>(
  options: SaveOptions<Input, Output>,
): UseMutationResult<Output, Error, Input> {
  const tell = useFailureToast();
  const context: ErrorContext = { item: options.item, action: 'save' };
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => options.run(input),
    onSuccess: async (output, input) => {
      const { done } = options;
      if (done !== undefined) {
        showToast('success', { title: typeof done === 'string' ? done : done(output, input) });
      }
      await options.onDone?.(output, input);
    },
    onError: (thrown) => {
      const error = toApiError(thrown);
      const onFields = error.status === 422 && error.errors.length > 0;
      if (onFields || error.code === 'unauthenticated' || options.shownByPage?.(error)) return;
      tell(error, context);
    },
  });
}
