import type { MantineColorSchemeManager } from '@mantine/core';
import { getPreferences, setPreference, subscribePreferences } from '../preferences.ts';

let stop: (() => void) | undefined;

/** Lets Mantine keep the colour scheme among our preferences, where boot.js reads it. */
export const schemeManager: MantineColorSchemeManager = {
  get: () => getPreferences().scheme,
  // Mantine answers each update by setting it again.
  set: (value) => {
    if (value !== getPreferences().scheme) setPreference('scheme', value);
  },
  subscribe: (onUpdate) => {
    stop = subscribePreferences(() => onUpdate(getPreferences().scheme));
  },
  unsubscribe: () => stop?.(),
  clear: () => setPreference('scheme', 'auto'),
};
