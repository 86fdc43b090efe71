import { normalText } from '@kinora/contract/normal-text';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { fieldErrors } from '../../../base/error-text.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { createProject, type NewProject, projectQuery, refreshProjects } from '../data.ts';
import { type WizardField, wizardSteps } from '../rules.ts';
import type { Draft } from './use-draft.ts';

function inputOf(draft: Draft): NewProject {
  const description = draft.description.trim();
  return {
    name: normalText(draft.name).trim(),
    key: draft.key,
    ...(description !== '' && { description }),
    ...(draft.hosting !== null && { hosting: draft.hosting }),
    ...(draft.presetId !== null && { presetId: draft.presetId }),
    ...(draft.geoblockRuleId !== null && { geoblockRuleId: draft.geoblockRuleId }),
  };
}

/** Creates and goes there; `onRefused` gets the fields that the server refused, in their order. */
export function useCreateProject(onRefused: (fields: WizardField[]) => void) {
  const t = useTranslations('projects');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useSave({
    run: async (draft: Draft) => {
      try {
        return await createProject(scope, inputOf(draft));
      } catch (error) {
        const refused = fieldErrors(error);
        const fields = wizardSteps.flatMap((step) =>
          step.fields.filter((field) => field in refused),
        );
        if (fields.length > 0) onRefused(fields);
        throw error;
      }
    },
    item: t('item'),
    done: (project) => t('create.done', { name: project.name }),
    onDone: async (project) => {
      queryClient.setQueryData(projectQuery(scope, project.key).queryKey, project);
      await navigate({ to: paths.project(scope.teamName, project.key), ignoreBlocker: true });
      await refreshProjects(queryClient, scope);
    },
  });
}
