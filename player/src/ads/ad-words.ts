import en from '@kinora/i18n/en/ads' with { type: 'json' };
import th from '@kinora/i18n/th/ads' with { type: 'json' };
import type { Language } from '../language.ts';

export type AdWords = typeof en;

const WORDS: Record<Language, AdWords> = { en, th };

export function getAdWords(language: Language): AdWords {
  return WORDS[language];
}
