import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

/** Words that other apps read: the player's, and what the server writes in answers and mails. */
const notForTheConsole = ['player', 'problems', 'mails', 'samples', 'systemNames'];

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
 * Parses the ICU messages of `i18n/*.json` while building, so that pages carry neither the parser
 * nor the words of other apps.
 */
export function words(): Plugin {
  return {
    name: 'kinora-words',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/i18n\/(th|en)\.json$/.test(id)) return undefined;
      const all = JSON.parse(code) as Words;
      for (const key of notForTheConsole) delete all[key];
      return { code: JSON.stringify(compiled(all)), map: null };
    },
  };
}
