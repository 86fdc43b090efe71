import type { Language } from '@kinora/contract/fields';
import en from '@kinora/i18n/en/systemNames' with { type: 'json' };
import th from '@kinora/i18n/th/systemNames' with { type: 'json' };

const names = { en, th };

/** The name of the rule that every team begins with, as it is stored. */
export const TEAM_DEFAULT_NAME = 'Everyone';

/** The team's default can't be renamed, so its name follows the reader. */
export function getRuleName(
  { name, isTeamDefault }: { name: string; isTeamDefault: boolean },
  lang: Language,
): string {
  return isTeamDefault && name === TEAM_DEFAULT_NAME ? names[lang].everyone : name;
}
