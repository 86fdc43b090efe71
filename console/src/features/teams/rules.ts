import { TEAM_NAMESPACE } from '@kinora/contract/bounds';
import { normaliseText } from '@kinora/contract/normalise-text';
import { romaniseThai } from '../../base/i18n/romanise-thai.ts';

const MAX_NAMESPACE_LETTERS = 63;

/** Proposes the part of the addresses for a team of that name, Thai as it is spoken; '' where nothing fits. */
export function proposeNamespace(name: string): string {
  return romaniseThai(normaliseText(name))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAMESPACE_LETTERS)
    .replaceAll(/^-|-$/g, '');
}

export const isNamespace = (text: string): boolean => TEAM_NAMESPACE.test(text);
