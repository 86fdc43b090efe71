import { joinLoanwords } from '@kinora/i18n/loanwords';
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

function toBuilt(code: string, id: string): string {
  return id.endsWith('/player.json') ? code : JSON.stringify(compiled(JSON.parse(code) as Words));
}

/**
 * Parses the ICU messages of `i18n/` while building, so that pages carry no parser, and joins the
 * loanwords in them. The player's are plain texts, which it reads as they are.
 */
export function words(): Plugin {
  return {
    name: 'kinora-words',
    enforce: 'pre',
    transform: {
      filter: { id: /\/i18n\/(en|th)\/[\w.]+\.json$/ },
      handler: (code, id) => ({ code: toBuilt(joinLoanwords(code), id), map: null }),
    },
  };
}
