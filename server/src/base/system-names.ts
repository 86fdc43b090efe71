import en from '@kinora/i18n/en/systemNames' with { type: 'json' };
import th from '@kinora/i18n/th/systemNames' with { type: 'json' };
import type { Language } from '@kinora/contract/fields';

const names: Record<Language, Record<string, string>> = {
  en: namesIn(en),
  th: namesIn(th),
};

/** By the name as it is stored. */
function namesIn(words: typeof en): Record<string, string> {
  return {
    'Standard 1080p': words.standard1080p,
    'Compact 720p': words.compact720p,
    'Adaptive 1080p': words.adaptive1080p,
    'On demand 1080p': words.onDemand1080p,
    Everyone: words.everyone,
  };
}

/** The name of what every team gets and nobody can rename, in the reader's language. */
export function systemName(stored: string, lang: Language): string {
  return names[lang][stored] ?? stored;
}
