import { useSyncExternalStore } from 'react';

/** Choices of a person for this browser. The language is kept by the account as well. */
export type Preferences = {
  lang: 'th' | 'en';
  scheme: 'auto' | 'light' | 'dark';
  /** How years are written in the Thai interface. */
  years: 'buddhist' | 'gregorian';
  /** Single-letter shortcuts can be turned off (WCAG 2.1.4). */
  singleKeys: 'on' | 'off';
};

const CHOICES: { [K in keyof Preferences]: readonly Preferences[K][] } = {
  lang: ['th', 'en'],
  scheme: ['auto', 'light', 'dark'],
  years: ['buddhist', 'gregorian'],
  singleKeys: ['on', 'off'],
};

const listeners = new Set<() => void>();
let current = readAll();

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
  };
}

function publish(next: Preferences): void {
  current = next;
  for (const listener of listeners) listener();
}

export function getPreferences(): Preferences {
  return current;
}

export function setPreference<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
  try {
    localStorage.setItem(`kinora.${key}`, value);
  } catch {
    // As above.
  }
  publish({ ...current, [key]: value });
}

export function subscribePreferences(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', readAgain);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', readAgain);
  };
}

function readAgain(): void {
  publish(readAll());
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribePreferences, getPreferences);
}
