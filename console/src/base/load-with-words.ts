import { loadWords } from './i18n/language.ts';
import type { Section } from './i18n/messages.ts';
import { loadPart } from './new-version.ts';

/** Loads code on demand, and beside it the words that it says: `check-i18n` knows if one is missing. */
export async function loadWithWords<T>(
  load: () => Promise<T>,
  sections: readonly Section[],
): Promise<T> {
  const [code] = await Promise.all([loadPart(load), loadWords(sections)]);
  return code;
}
