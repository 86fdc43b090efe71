import type { ReactNode } from 'react';

/** Draws a message's `<code>`, which must not be translated. */
export function codeWords(words: ReactNode) {
  return <code translate="no">{words}</code>;
}
