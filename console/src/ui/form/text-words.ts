import { checkText, type TextRule } from '@kinora/contract/field-rules';
import { useTranslations } from 'use-intl';

/** Says what keeps a text from being saved, in words that name its field. */
export function useTextWords() {
  const t = useTranslations('ui.edit');
  return (label: string, text: string, rule: Partial<TextRule>): string | undefined => {
    const problem = checkText(text.trim(), rule);
    return problem && t(problem.code, { label, count: problem.count });
  };
}
