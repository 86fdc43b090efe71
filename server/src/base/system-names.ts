import en from '@kinora/i18n/en' with { type: 'json' };
import th from '@kinora/i18n/th' with { type: 'json' };
import type { Language } from '@kinora/contract/fields';

const names: Record<Language, Record<string, string>> = {
  en: namesIn(en),
  th: namesIn(th),
};

/** By the name as it is stored. */
function namesIn({ systemNames }: Pick<typeof en, 'systemNames'>): Record<string, string> {
  return {
    'Standard 1080p': systemNames.standard1080p,
    'Compact 720p': systemNames.compact720p,
    'Adaptive 1080p': systemNames.adaptive1080p,
    'On demand 1080p': systemNames.onDemand1080p,
    Everyone: systemNames.everyone,
  };
}

/** The name of what every team gets and nobody can rename, in the reader's language. */
export function systemName(stored: string, lang: Language): string {
  return names[lang][stored] ?? stored;
}
