import type { Language } from '@kinora/contract/fields';
import en from '@kinora/i18n/en/systemNames' with { type: 'json' };
import th from '@kinora/i18n/th/systemNames' with { type: 'json' };

/** Names in the reader's language, by the name as it is stored. */
const namesIn = (words: typeof en): Record<string, string> => ({
  'Standard 1080p': words.standard1080p,
  'Compact 720p': words.compact720p,
  'Adaptive 1080p': words.adaptive1080p,
  'On demand 1080p': words.onDemand1080p,
});
const names = { en: namesIn(en), th: namesIn(th) };

/** A system preset can't be renamed, so its name follows the reader. */
export function presetName(
  { name, isSystem }: { name: string; isSystem: boolean },
  lang: Language,
): string {
  return isSystem ? (names[lang][name] ?? name) : name;
}
