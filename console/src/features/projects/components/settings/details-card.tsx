import { PROJECT_NAME_LETTERS } from '@kinora/contract/bounds';
import type { Project } from '@kinora/contract/projects';
import { IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { toFieldErrors } from '../../../../base/error-text.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useSave } from '../../../../base/use-save.ts';
import { Card } from '../../../../ui/card.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import { InlineEdit } from '../../../../ui/inline-edit.tsx';
import { projectQuery, refreshProjects, updateProject } from '../../../../base/project.ts';
import classes from './general.module.css';

/** Says how long "saved" stays (specification 2, section 9). */
const SAVED_MS = 3000;

/** Name and description, each edited in its place. */
export function DetailsCard({ project }: { project: Project }) {
  const t = useTranslations('projects.general');
  const name = useProjectSave(project, 'name');
  const description = useProjectSave(project, 'description');
  const readOnly = !project.actions.updateProject;
  return (
    <Card
      title={t('details')}
      actions={<SavedMark isSaved={name.isSuccess || description.isSuccess} />}
    >
      <Facts>
        <dt>{t('name')}</dt>
        <dd>
          <InlineEdit
            label={t('name')}
            editLabel={t('editName')}
            value={project.name}
            {...PROJECT_NAME_LETTERS}
            readOnly={readOnly}
            onSave={name.mutateAsync}
            error={toFieldErrors(name.error)['name']}
          />
        </dd>
        <dt>{t('description')}</dt>
        <dd>
          <InlineEdit
            label={t('description')}
            editLabel={t('editDescription')}
            value={project.description}
            // Nothing is not sent (specification 2, section 5).
            min={1}
            multiline
            readOnly={readOnly}
            onSave={description.mutateAsync}
            error={toFieldErrors(description.error)['description']}
          />
        </dd>
      </Facts>
    </Card>
  );
}

/** Saves one field; the mutation is idle again when "saved" has been seen. */
function useProjectSave(project: Project, field: 'name' | 'description') {
  const t = useTranslations('projects');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return useSave({
    savedMs: SAVED_MS,
    run: (value: string) => updateProject(scope, project.key, { [field]: value }),
    item: t('item'),
    onDone: async (changed) => {
      queryClient.setQueryData(projectQuery(scope, project.key).queryKey, changed);
      await refreshProjects(queryClient, scope);
    },
  });
}

function SavedMark({ isSaved }: { isSaved: boolean }) {
  const t = useTranslations('projects.general');
  return (
    <span className={classes.saved} role="status">
      {isSaved && (
        <>
          <IconCheck size={16} stroke={2} aria-hidden />
          {t('saved')}
        </>
      )}
    </span>
  );
}
