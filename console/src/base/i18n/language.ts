import type { Messages } from 'use-intl';
import { preferences, setPreference } from '../preferences.ts';
import { addWords, type Lang, loadMessages, type Section } from './messages.ts';

// The language with its words loaded. A store and not React state, because the API client and the
// first route need it before anything is drawn.

type LoadedLanguage = {
  lang: Lang;
  messages: Partial<Messages>;
  sections: readonly Section[];
};

/** Every page says these words; `lazyPage` and `lazyPart` bring the others with the code. */
const FRAME_SECTIONS: readonly Section[] = ['ui', 'nav', 'errors'];

let loaded: LoadedLanguage | undefined;
const listeners = new Set<() => void>();

/** The language in use; throws before the first `switchLanguage` has ended. */
export function getLanguage(): LoadedLanguage {
  if (loaded === undefined) throw new Error('No language is loaded yet');
  return loaded;
}

/** The language for `Accept-Language`; answers at any time. */
export function getLang(): Lang {
  return loaded?.lang ?? preferences().lang;
}

/**
 * Loads all words of `lang` that were needed so far, then shows them everywhere; the choice is kept
 * in this browser.
 */
export async function switchLanguage(lang: Lang): Promise<void> {
  while (loaded?.lang !== lang) {
    const sections = listLoadedSections();
    const messages = addWords({}, await loadMessages(lang, sections));
    // A page that came meanwhile has brought its words in the other language only.
    if (listLoadedSections().some((section) => !sections.includes(section))) continue;
    show({ lang, messages, sections });
    setPreference('lang', lang);
    document.documentElement.lang = lang;
  }
}

/** Loads words in the language in use; they stay, in whatever language is chosen later. */
export async function loadWords(sections: readonly Section[]): Promise<void> {
  for (;;) {
    const { lang, sections: known } = getLanguage();
    const missing = sections.filter((section) => !known.includes(section));
    if (missing.length === 0) return;
    const more = await loadMessages(lang, missing);
    // If another language was chosen meanwhile, they are missing there.
    const now = getLanguage();
    if (now.lang === lang) {
      const all = [...new Set([...now.sections, ...missing])];
      show({ lang, messages: addWords(now.messages, more), sections: all });
    }
  }
}

function listLoadedSections(): readonly Section[] {
  return loaded?.sections ?? FRAME_SECTIONS;
}

function show(next: LoadedLanguage): void {
  loaded = next;
  for (const listener of listeners) listener();
}

export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
