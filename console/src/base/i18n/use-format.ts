import { useMemo } from 'react';
import { useLocale } from 'use-intl';
import { usePreferences } from '../preferences.ts';
import { createFormats, type Formats } from './format.ts';

/** Numbers, sizes and times in the person's language and calendar. */
export function useFormat(): Formats {
  const lang = useLocale();
  const { years } = usePreferences();
  return useMemo(() => createFormats({ lang, years }), [lang, years]);
}
