import type { Messages } from 'use-intl';
import { getPreferences, setPreference } from '../preferences.ts';
import { createStore } from '../store.ts';
import { type Lang, loadMessages, type Section, addWords } from './messages.ts';

// The language with its words loaded. A store and not React state, because the API client and the
// first route need it before anything is drawn.

type LoadedLanguage = {
  lang: Lang;
  messages: Partial<Messages>;
  sections: readonly Section[];
};

/** Every page says these words; `lazyPage` and `lazyPart` bring the others with the code. */
const FRAME_SECTIONS: readonly Section[] = ['ui', 'nav', 'errors'];

const store = createStore<LoadedLanguage | undefined>(undefined);
export const subscribeLanguage = store.subscribe;
let chosen: Lang | undefined;
const firstWords = Promise.withResolvers<void>();

/** Resolves when the first language is there. Nothing can be drawn before, not even an error. */
export const waitForWords = (): Promise<void> => firstWords.promise;

/** The language in use; throws before the first one is there. */
export function getLanguage(): LoadedLanguage {
  const loaded = store.get();
  if (loaded === undefined) throw new Error('No language is loaded yet');
  return loaded;
}

/** The language for `Accept-Language`; answers at any time. */
export function getLang(): Lang {
  return store.get()?.lang ?? getPreferences().lang;
}

/**
 * Loads the words of `lang` for all sections loaded so far, then shows them everywhere, unless another
 * language was chosen in the meantime. The choice is kept in this browser.
 */
export async function switchLanguage(lang: Lang): Promise<void> {
  chosen = lang;
  while (store.get()?.lang !== lang) {
    const sections = listLoadedSections();
    const messages = addWords({}, await loadMessages(lang, sections));
    if (chosen !== lang && store.get() !== undefined) return;
    // A page that was loaded in the meantime has its words only in the other language.
    if (listLoadedSections().some((section) => !sections.includes(section))) continue;
    show({ lang, messages, sections });
    setPreference('lang', lang);
    document.documentElement.lang = lang;
  }
}

/** Loads words in the language in use; they stay, in whatever language is chosen later. */
export async function loadWords(sections: readonly Section[]): Promise<void> {
  if (store.get() === undefined) {
    // Most likely this is the language that comes, and its files come once.
    loadMessages(getLang(), sections).catch(() => undefined);
    await firstWords.promise;
  }
  for (;;) {
    const { lang, sections: known } = getLanguage();
    const missing = sections.filter((section) => !known.includes(section));
    if (missing.length === 0) return;
    const more = await loadMessages(lang, missing);
    // If another language was chosen in the meantime, the words are missing there.
    const now = getLanguage();
    if (now.lang === lang) {
      const all = [...new Set([...now.sections, ...missing])];
      show({ lang, messages: addWords(now.messages, more), sections: all });
    }
  }
}

function listLoadedSections(): readonly Section[] {
  return store.get()?.sections ?? FRAME_SECTIONS;
}

function show(next: LoadedLanguage): void {
  store.set(next);
  firstWords.resolve();
}
