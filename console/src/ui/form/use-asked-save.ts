import { useState } from 'react';
import type { AnyForm } from './use-form.ts';

/**
 * A save that a question goes before.
 *
 * @param toQuestion answers undefined where nothing has to be asked
 */
export function useAskedSave<Question>(
  form: Pick<AnyForm, 'trySave'>,
  toQuestion: () => Question | undefined,
) {
  const [asked, setAsked] = useState<{ question: Question; answer: (isSaved: boolean) => void }>();
  const end = (isSaved: boolean) => {
    asked?.answer(isSaved);
    setAsked(undefined);
  };
  return {
    question: asked?.question,
    /** Asks and saves. Answers whether it is saved. */
    onSave: (): Promise<boolean> => {
      const question = toQuestion();
      if (question === undefined) return form.trySave();
      return new Promise((answer) => setAsked({ question, answer }));
    },
    close: () => end(false),
    confirm: async () => end(await form.trySave()),
  };
}
