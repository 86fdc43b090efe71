import { loadWords } from './i18n/language.ts';
import type { Section } from './i18n/messages.ts';
import { loadPart } from './new-version.ts';

/** Loads code on demand, together with its words; `check-i18n` finds missing ones. */
export async function loadWithWords<T>(
  load: () => Promise<T>,
  sections: readonly Section[],
): Promise<T> {
  const [code] = await Promise.all([loadPart(load), loadWords(sections)]);
  return code;
}
