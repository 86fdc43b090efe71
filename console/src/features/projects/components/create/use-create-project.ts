import { PROJECT_NAME_LETTERS } from '@kinora/contract/bounds';
import { normaliseText } from '@kinora/contract/normalise-text';
import type { Project } from '@kinora/contract/projects';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../../base/router/navigation.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { useTextWords } from '../../../../ui/form/text-words.ts';
import { useForm } from '../../../../ui/form/use-form.ts';
import { createProject, type NewProject } from '../../data.ts';
import { projectQuery, refreshProjects } from '../../../../base/project.ts';
import { checkKey, suggestKey, type WizardField } from '../../rules/wizard.ts';
import type { Choices } from '../use-choices.ts';

/** A new project is to be this; a choice that is not made yet is null. */
export type Draft = {
  name: string;
  key: string;
  description: string;
  hosting: string | null;
  presetId: string | null;
  geoblockRuleId: string | null;
};

function toInput(draft: Draft): NewProject {
  const description = draft.description.trim();
  return {
    name: normaliseText(draft.name).trim(),
    key: draft.key,
    ...(description !== '' && { description }),
    ...(draft.hosting !== null && { hosting: draft.hosting }),
    ...(draft.presetId !== null && { presetId: draft.presetId }),
    ...(draft.geoblockRuleId !== null && { geoblockRuleId: draft.geoblockRuleId }),
  };
}

/**
 * A project as it is being made. Hosting and preset are filled in as the server would choose them. Among
 * several rules for countries there is no default, so that the person decides who may watch.
 */
export function useCreateProject(choices: Choices, reveal: (paths: string[]) => void) {
  const t = useTranslations('projects');
  const problemsOf = useDraftProblems();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const [ownKey, setOwnKey] = useState(false);
  const rules = choices.rules.data?.data;
  const form = useForm<Draft, Project>({
    id: 'new-project',
    stored: {
      name: '',
      key: '',
      description: '',
      geoblockRuleId: rules?.length === 1 ? (rules[0]?.id ?? null) : null,
      hosting: choices.hostings.data?.data[0]?.id ?? null,
      presetId: choices.presets.data?.data[0]?.id ?? null,
    },
    labels: {},
    problems: problemsOf,
    reveal,
    run: (draft) => createProject(scope, toInput(draft)),
    item: t('item'),
    done: (project) => t('create.done', { name: project.name }),
    onDone: async (project) => {
      queryClient.setQueryData(projectQuery(scope, project.key).queryKey, project);
      await navigate({ to: paths.project(scope.teamName, project.key), ignoreBlocker: true });
      await refreshProjects(queryClient, scope);
    },
    leaves: true,
  });
  const change = (field: WizardField, value: string) => {
    if (field === 'key') setOwnKey(true);
    form.set({
      // The key follows the name until the person takes it over.
      ...(field === 'name' && !ownKey && { key: suggestKey(value) }),
      [field]: value,
    });
  };
  return { form, change };
}

/** Each step of the wizard gets these. */
export type StepProps = ReturnType<typeof useCreateProject> & { choices: Choices };

/** Finds what keeps each field from being sent, in the order of the steps; each waits for its step. */
function useDraftProblems() {
  const t = useTranslations('projects.create');
  const words = useTextWords();
  return (draft: Draft) => {
    const key = checkKey(draft.key);
    const keyLabel = t('details.key');
    const problems = {
      name: words(t('details.name'), draft.name, PROJECT_NAME_LETTERS),
      key: key === 'required' ? words(keyLabel, '', { min: 1 }) : key && t(`details.${key}`),
      hosting: draft.hosting === null ? t('hosting.required') : undefined,
      presetId: draft.presetId === null ? t('preset.required') : undefined,
      geoblockRuleId: draft.geoblockRuleId === null ? t('geoblockRule.required') : undefined,
    };
    return Object.fromEntries(
      Object.entries(problems).map(([path, text]) => [
        path,
        text === undefined ? undefined : { text, waits: true },
      ]),
    );
  };
}
