import { PROJECT_NAME_LETTERS } from '@kinora/contract/bounds';
import { normaliseText } from '@kinora/contract/normalise-text';
import type { Project } from '@kinora/contract/projects';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../../base/router/navigation.ts';
import { useTeam, useTeamScope } from '../../../../base/team-scope.ts';
import { paths } from '../../../../paths.ts';
import { Form } from '../../../../ui/form/form.tsx';
import { useTextWords } from '../../../../ui/form/text-words.ts';
import { useForm } from '../../../../ui/form/use-form.ts';
import { createProject } from '../../../projects/data.ts';
import { projectQuery, refreshProjects } from '../../../../base/project.ts';
import { suggestKey } from '../../../projects/rules/wizard.ts';
import classes from './choose-project.module.css';

type Props = { isFirst: boolean; onCreated: (project: Project) => void };

/** A project by its name alone: the server fills in the rest, and all of it can be changed later. */
export function NewProject({ isFirst, onCreated }: Props) {
  const t = useTranslations('uploads.target');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const words = useTextWords();
  const team = useTeam();
  const form = useForm<{ name: string }, Project>({
    id: 'quick-project',
    // A person without a project just wants to send a file, so a name is filled in.
    stored: { name: isFirst ? team.name : '' },
    labels: {},
    isNew: true,
    leaves: true,
    problems: ({ name }) => {
      const problem = words(t('name'), name, PROJECT_NAME_LETTERS);
      return { name: problem === undefined ? undefined : { text: problem, waits: true } };
    },
    // The key is made from the name, so its problems are shown at the name.
    fieldOf: () => 'name',
    run: ({ name }) =>
      createProject(scope, {
        name: normaliseText(name).trim(),
        // The server adds a suffix that tells equal ones apart.
        key: suggestKey(name) || 'project',
      }),
    item: t('item'),
    onDone: async (project) => {
      queryClient.setQueryData(projectQuery(scope, project.key).queryKey, project);
      onCreated(project);
      await navigate({ to: paths.projectUpload(scope.teamName, project.key) });
      await refreshProjects(queryClient, scope);
    },
  });
  return (
    <Form form={form} className={classes.create}>
      <TextInput
        {...form.input('name')}
        label={isFirst ? t('name') : t('newName')}
        placeholder={t('namePlaceholder')}
        autoComplete="off"
        className={classes.field}
        // The first is for a dialog that opens with it, the second for one that knows of it later.
        {...(isFirst && {
          'data-autofocus': true,
          autoFocus: true,
          onFocus: (event) => event.currentTarget.select(),
        })}
      />
      <Button type="submit" variant={isFirst ? 'filled' : 'default'} loading={form.save.isPending}>
        {t('create')}
      </Button>
    </Form>
  );
}
