import { createStore, type Store, useStore, watchStorage } from './store.ts';

/** Choices of a person for this browser. The language is kept by the account as well. */
export type Preferences = {
  lang: 'th' | 'en';
  scheme: 'auto' | 'light' | 'dark';
  /** How years are written in the Thai interface. */
  years: 'buddhist' | 'gregorian';
  /** Single-letter shortcuts can be turned off (WCAG 2.1.4). */
  singleKeys: 'on' | 'off';
};

const choices: { [K in keyof Preferences]: readonly Preferences[K][] } = {
  lang: ['th', 'en'],
  scheme: ['auto', 'light', 'dark'],
  years: ['buddhist', 'gregorian'],
  singleKeys: ['on', 'off'],
};

const store: Store<Preferences> = createStore(readAll(), () =>
  watchStorage(() => store.set(readAll())),
);

function stored<K extends keyof Preferences>(key: K): Preferences[K] {
  const allowed = choices[key];
  const fallback = allowed[0] as Preferences[K];
  try {
    const value = localStorage.getItem(`kinora.${key}`);
    return allowed.find((choice) => choice === value) ?? fallback;
  } catch {
    // Storage is switched off: the choice lasts until the page is closed.
    return fallback;
  }
}

function readAll(): Preferences {
  return {
    lang: stored('lang'),
    scheme: stored('scheme'),
    years: stored('years'),
    singleKeys: stored('singleKeys'),
  };
}

export const { get: preferences, subscribe: subscribePreferences } = store;

export function setPreference<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
  try {
    localStorage.setItem(`kinora.${key}`, value);
  } catch {
    // As above.
  }
  store.set({ ...preferences(), [key]: value });
}

export function usePreferences(): Preferences {
  return useStore(store);
}
