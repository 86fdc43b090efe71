import type { Messages } from 'use-intl';
import { preferences, setPreference } from '../preferences.ts';
import { type Lang, loadMessages } from './messages.ts';

// The language with its words loaded. A store and not React state, because the API client and the
// first route need it before anything is drawn.

export type LoadedLanguage = { lang: Lang; messages: Messages };

let loaded: LoadedLanguage | undefined;
const listeners = new Set<() => void>();

/** The language in use; throws before the first `switchLanguage` has ended. */
export function currentLanguage(): LoadedLanguage {
  if (loaded === undefined) throw new Error('No language is loaded yet');
  return loaded;
}

/** The language for `Accept-Language`; answers at any time. */
export function currentLang(): Lang {
  return loaded?.lang ?? preferences().lang;
}

/** Loads the words of `lang`, then shows them everywhere; the choice is kept in this browser. */
export async function switchLanguage(lang: Lang): Promise<void> {
  if (loaded?.lang === lang) return;
  const messages = await loadMessages(lang);
  loaded = { lang, messages };
  setPreference('lang', lang);
  document.documentElement.lang = lang;
  for (const listener of listeners) listener();
}

export function subscribeLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
