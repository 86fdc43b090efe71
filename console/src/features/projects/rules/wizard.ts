import { MAX_PROJECT_KEY_LETTERS, PROJECT_KEY } from '@kinora/contract/bounds';
import { normaliseText } from '@kinora/contract/normalise-text';
import { romaniseThai } from '../../../base/i18n/romanise-thai.ts';

// Letters that Unicode does not take apart into a base and a mark.
const SPELLINGS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
};

/**
 * A key made from a name: of its Latin part where that tells projects apart, else of all of it in
 * Latin letters. '' while the name is too short for one.
 */
export function suggestKey(name: string): string {
  const latin = toKey(name);
  const key = isTelling(latin) ? latin : toKey(romaniseThai(normaliseText(name)));
  return isTelling(key) ? key : '';
}

const isTelling = (key: string) => key.length >= 3 && /[a-z]/.test(key);

function toKey(text: string): string {
  return normaliseText(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæœøđłþ]/g, (letter) => SPELLINGS[letter] ?? '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_PROJECT_KEY_LETTERS)
    .replaceAll(/^-+|-+$/g, '');
}

/** Corrects case and blanks, which can only be meant otherwise. */
export function correctKey(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, '-');
}

export type KeyProblem = 'required' | 'keyInvalid' | 'keyTooLong';

/** At least 3 of a–z, 0–9 and hyphens; undefined when the key may be sent. */
export function checkKey(key: string): KeyProblem | undefined {
  if (key === '') return 'required';
  if (!/^[a-z0-9-]{3,}$/.test(key)) return 'keyInvalid';
  return PROJECT_KEY.test(key) ? undefined : 'keyTooLong';
}

/** The wizard's steps with the fields of the call that each asks for. */
export const WIZARD_STEPS = [
  { id: 'details', fields: ['name', 'key', 'description'] },
  { id: 'hosting', fields: ['hosting'] },
  { id: 'preset', fields: ['presetId'] },
  { id: 'geoblockRule', fields: ['geoblockRuleId'] },
] as const;

export type WizardField = (typeof WIZARD_STEPS)[number]['fields'][number];

export type WizardStep = (typeof WIZARD_STEPS)[number]['id'];

/** Index among these steps of the first that asks for one of the fields; undefined when none does. */
export function findStep(
  steps: readonly WizardStep[],
  paths: Iterable<string>,
): number | undefined {
  const wanted = new Set(paths);
  const asking = WIZARD_STEPS.filter(({ fields }) => fields.some((field) => wanted.has(field)));
  const index = steps.findIndex((step) => asking.some(({ id }) => id === step));
  return index === -1 ? undefined : index;
}
