import type { Language } from '@kinora/contract/fields';
import en from '@kinora/i18n/en/systemNames' with { type: 'json' };
import th from '@kinora/i18n/th/systemNames' with { type: 'json' };

const names = { en, th };

/** The name of the rule that every team begins with, as it is stored. */
export const FIRST_RULE_NAME = 'Everyone';

/** The first rule's name follows the reader's language until it is renamed. */
export function getRuleName({ name }: { name: string }, lang: Language): string {
  return name === FIRST_RULE_NAME ? names[lang].everyone : name;
}

/** A reader sends that name back as it was shown. */
export function toStoredName(name: string): string {
  return Object.values(names).some(({ everyone }) => everyone === name) ? FIRST_RULE_NAME : name;
}
