import { useState } from 'react';
import { toFieldErrors, useErrorText } from '../../base/error-text.ts';
import { useSave } from '../../base/use-save.ts';

type Options = {
  /** Sends the picture, and answers where it is then. */
  run: (file: File) => Promise<{ url: string }>;
  /** Finds the problem of a file, as far as it shows without reading the file. */
  findProblem: (file: File) => string | undefined;
  /** The kind of thing, translated. */
  item: string;
  onDone: (url: string) => void;
};

/** Sends a picture as soon as it is chosen. `failure` says why it isn't there. */
export function useImageUpload({ run, findProblem, item, onDone }: Options) {
  const describe = useErrorText();
  const [problem, setProblem] = useState<string>();
  const upload = useSave({
    run,
    item,
    onDone: ({ url }) => onDone(url),
    shownByPage: () => true,
  });
  const refused = upload.error
    ? (toFieldErrors(upload.error)['image'] ??
      describe(upload.error, { item, action: 'save' }).title)
    : undefined;
  return {
    isSending: upload.isPending,
    failure: problem ?? refused,
    choose: (file: File) => {
      const found = findProblem(file);
      setProblem(found);
      if (found === undefined) upload.mutate(file);
    },
  };
}
