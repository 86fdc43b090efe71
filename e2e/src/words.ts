import en from '@kinora/i18n/en' with { type: 'json' };
import th from '@kinora/i18n/th' with { type: 'json' };
import { createTranslator } from 'use-intl/core';

export type Lang = 'th' | 'en';

/** The words that the screens use, so that a test finds things by what a person reads. */
export function wordsOf(lang: Lang) {
  const messages: typeof en = lang === 'en' ? en : th;
  return createTranslator({ locale: lang, messages });
}

export type Words = ReturnType<typeof wordsOf>;

export const otherLang = (lang: Lang): Lang => (lang === 'en' ? 'th' : 'en');

export const langNames: Record<Lang, string> = { th: 'ไทย', en: 'English' };
