import { createStore, type Store, useStore, watchStorage } from './store.ts';

/** Choices of a person for this browser. The language is kept by the account as well. */
export type Preferences = {
  lang: 'th' | 'en';
  scheme: 'auto' | 'light' | 'dark';
  /** Says how years are written in the Thai interface. */
  years: 'buddhist' | 'gregorian';
  /** Single-letter shortcuts can be turned off (WCAG 2.1.4). */
  singleKeys: 'on' | 'off';
  /** The system says when one's own videos are ready. */
  notices: 'off' | 'on';
  /** Says how videos are listed from 768 px. */
  videoLayout: 'comfortable' | 'compact' | 'cards';
};

const CHOICES: { [K in keyof Preferences]: readonly Preferences[K][] } = {
  lang: ['th', 'en'],
  scheme: ['auto', 'light', 'dark'],
  years: ['buddhist', 'gregorian'],
  singleKeys: ['on', 'off'],
  notices: ['off', 'on'],
  videoLayout: ['comfortable', 'compact', 'cards'],
};

const store: Store<Preferences> = createStore(readAll(), () =>
  watchStorage(() => store.set(readAll())),
);

function readStored<K extends keyof Preferences>(key: K): Preferences[K] {
  const allowed = CHOICES[key];
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
    lang: readStored('lang'),
    scheme: readStored('scheme'),
    years: readStored('years'),
    singleKeys: readStored('singleKeys'),
    notices: readStored('notices'),
    videoLayout: readStored('videoLayout'),
  };
}

export const { get: getPreferences, subscribe: subscribePreferences } = store;

export function setPreference<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
  try {
    localStorage.setItem(`kinora.${key}`, value);
  } catch {
    // As above.
  }
  store.set({ ...getPreferences(), [key]: value });
}

export function usePreferences(): Preferences {
  return useStore(store);
}
