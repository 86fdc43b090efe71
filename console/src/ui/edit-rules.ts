import { countGraphemes } from '../base/i18n/graphemes.ts';

export type EditRules = {
  required?: boolean;
  /** Fewest and most letters, counted by grapheme after trimming. */
  least?: number;
  most?: number;
};

export type EditProblem = { code: 'required' | 'tooShort' | 'tooLong'; count: number };

/** What keeps a text from being saved; undefined when nothing does. */
export function editProblem(text: string, rules: EditRules): EditProblem | undefined {
  const count = countGraphemes(text.trim());
  if (count === 0) return rules.required ? { code: 'required', count: 0 } : undefined;
  if (rules.least !== undefined && count < rules.least)
    return { code: 'tooShort', count: rules.least };
  if (rules.most !== undefined && count > rules.most) return { code: 'tooLong', count: rules.most };
  return undefined;
}
