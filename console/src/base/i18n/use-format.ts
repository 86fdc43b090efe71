import { useLocale } from 'use-intl';
import { type Preferences, usePreferences } from '../preferences.ts';
import { createFormats, type Formats } from './format.ts';
import type { Lang } from './messages.ts';

const made = new Map<string, Formats>();

/** Numbers, sizes and times in the person's language and calendar. */
export function useFormat(): Formats {
  const lang = useLocale();
  const { years } = usePreferences();
  return getFormats(lang, years);
}

/** Made once for the page: it takes a millisecond, and each row of a list asks for it. */
function getFormats(lang: Lang, years: Preferences['years']): Formats {
  const key = `${lang} ${years}`;
  const formats = made.get(key) ?? createFormats({ lang, years });
  made.set(key, formats);
  return formats;
}
