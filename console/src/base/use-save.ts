import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useTranslations } from 'use-intl';
import { toApiError } from './api-error.ts';
import type { ErrorContext } from './error-text.ts';
import { useFailureToast } from './failure-toast.ts';
import { showToast } from './toasts.ts';

export type SaveOptions<Input, Output> = {
  run: (input: Input) => Promise<Output>;
  /** The kind of thing, translated, for the standard messages. */
  item?: string;
  /** Said in a toast when it is done. */
  done?: string | ((output: Output, input: Input) => string);
  /** Takes it back: offered beside `done`. */
  undo?: (input: Input, output: Output) => Promise<unknown>;
  onDone?: (output: Output, input: Input) => void | Promise<unknown>;
  /** Says how long it counts as saved; by default until the next one. */
  savedMs?: number;
  /** Answers true for a failure that the page shows itself. A 422 with field errors always is. */
  shownByPage?: (error: ReturnType<typeof toApiError>) => boolean;
};

/** A write: its failure is shown once, by the page's fields or by a toast, never swallowed. */
export function useSave<Input = void, Output = unknown>(
  options: SaveOptions<Input, Output>,
): UseMutationResult<Output, Error, Input> {
  const showFailure = useFailureToast();
  const attempt = useId();
  const t = useTranslations('ui');
  const context: ErrorContext = { item: options.item, action: 'save' };
  const takeBack = async (undo: () => Promise<unknown>) => {
    try {
      await undo();
      showToast('success', { title: t('undone'), attempt });
    } catch (error) {
      showFailure(error, context, attempt);
    }
  };
  const save = useMutation<Output, Error, Input>({
    mutationFn: (input) => options.run(input),
    onSuccess: async (output, input) => {
      const { done } = options;
      if (done !== undefined) {
        const title = typeof done === 'string' ? done : done(output, input);
        const { undo } = options;
        if (undo === undefined) showToast('success', { title, attempt });
        else {
          const action = {
            label: t('undo'),
            onSelect: () => void takeBack(() => undo(input, output)),
          };
          showToast('advanced', { title, attempt, action });
        }
      }
      await options.onDone?.(output, input);
    },
    onError: (thrown) => {
      const error = toApiError(thrown);
      const onFields = error.status === 422 && error.errors.length > 0;
      if (onFields || error.code === 'unauthenticated' || options.shownByPage?.(error)) return;
      showFailure(error, context, attempt);
    },
  });
  const { isSuccess, reset } = save;
  const { savedMs } = options;
  useEffect(() => {
    if (!isSuccess || savedMs === undefined) return undefined;
    const timer = setTimeout(reset, savedMs);
    return () => clearTimeout(timer);
  }, [isSuccess, reset, savedMs]);
  return save;
}
