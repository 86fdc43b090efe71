import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Words = { [key: string]: string | Words };

function compiled(words: Words): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compiled(value),
    ]),
  );
}

/**
 * Parses the ICU messages of `i18n/` while building, so that pages carry no parser. The player's
 * are plain texts, which it reads as they are.
 */
export function words(): Plugin {
  return {
    name: 'kinora-words',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\/i18n\/(en|th)\/[\w.]+\.json$/, exclude: /\/player\.json$/ } },
      handler: (code) => ({ code: JSON.stringify(compiled(JSON.parse(code) as Words)), map: null }),
    },
  };
}
