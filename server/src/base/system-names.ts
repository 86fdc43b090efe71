import en from '@kinora/i18n/en' with { type: 'json' };
import th from '@kinora/i18n/th' with { type: 'json' };
import type { Language } from '@kinora/contract/fields';

const names: Record<Language, Record<string, string>> = {
  en: en.systemNames,
  th: th.systemNames,
};

/** The name of what every team gets and nobody can rename, in the reader's language. */
export function systemName(stored: string, lang: Language): string {
  const key = stored.replaceAll(/\W/g, '').toLowerCase();
  return names[lang][key] ?? stored;
}
