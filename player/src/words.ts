import en from '@kinora/i18n/en/player' with { type: 'json' };
import th from '@kinora/i18n/th/player' with { type: 'json' };
import type { Language } from './language.ts';

export type Words = typeof en;

const WORDS: Record<Language, Words> = { en, th };

export function getWords(language: Language): Words {
  return WORDS[language];
}
