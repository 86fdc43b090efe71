import type { ReactNode } from 'react';

/** What stands in a message's `<code>`: nobody translates it. */
export function codeWords(words: ReactNode) {
  return <code translate="no">{words}</code>;
}
