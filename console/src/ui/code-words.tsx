import type { ReactNode } from 'react';

/** Draws a message's `<code>`, which nobody translates. */
export function codeWords(words: ReactNode) {
  return <code translate="no">{words}</code>;
}
