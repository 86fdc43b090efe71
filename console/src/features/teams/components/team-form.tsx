import { TEAM_NAME_LETTERS } from '@kinora/contract/bounds';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useTextWords } from '../../../ui/form/text-words.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { refreshTeam, saveTeamName } from '../data.ts';
import classes from './teams.module.css';

/** The name of the team, which its admins change, and its namespace, which stays. */
export function TeamForm({ id, name }: { id: string; name: string }) {
  const t = useTranslations('teams');
  const words = useTextWords();
  const scope = useTeamScope();
  const { role, namespace } = useTeam();
  const queryClient = useQueryClient();
  const form = useForm({
    id: 'team',
    stored: { name },
    labels: { name: t('name') },
    problems: (typed) => ({ name: words(t('name'), typed.name, TEAM_NAME_LETTERS) }),
    run: (typed) => saveTeamName(scope, id, typed.name.trim()),
    item: t('item'),
    onDone: () => refreshTeam(queryClient, scope),
    readOnly: role !== 'admin',
  });
  return (
    <Form form={form} isPage>
      <Card>
        <div className={classes.fields}>
          <FormErrors />
          <TextInput
            {...form.input('name')}
            description={t('nameHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
          />
          <CopyField label={t('namespace')} value={namespace} copyLabel={t('copyNamespace')} />
        </div>
      </Card>
      <SaveBar />
    </Form>
  );
}
