import { textProblem } from '@kinora/contract/field-rules';
import { useTranslations } from 'use-intl';
import { keyProblem, nameLimits, type WizardField } from '../rules.ts';
import type { Draft } from './use-draft.ts';

/** What keeps each field from being sent, in words; fields in order are missing. */
export function useDraftProblems(draft: Draft): Partial<Record<WizardField, string>> {
  const t = useTranslations('projects.create');
  const edit = useTranslations('ui.edit');
  const problems: Partial<Record<WizardField, string>> = {};

  const name = textProblem(draft.name.trim(), nameLimits);
  if (name) problems.name = edit(name.code, { label: t('details.name'), count: name.count });
  const key = keyProblem(draft.key);
  if (key === 'required') problems.key = edit('required', { label: t('details.key'), count: 0 });
  else if (key) problems.key = t(`details.${key}`);
  if (draft.hosting === null) problems.hosting = t('hosting.required');
  if (draft.presetId === null) problems.presetId = t('preset.required');
  if (draft.geoblockRuleId === null) problems.geoblockRuleId = t('geoblockRule.required');
  return problems;
}
