import { TEAM_NAME_LETTERS } from '@kinora/contract/bounds';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { refreshMe } from '../../../base/session.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import dialogClasses from '../../../ui/dialog.module.css';
import { Form } from '../../../ui/form/form.tsx';
import { useTextWords } from '../../../ui/form/text-words.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { createTeam } from '../data.ts';
import { isNamespace, proposeNamespace } from '../rules.ts';

/** For those who run the installation. */
export function CreateTeamCard() {
  const t = useTranslations('teams.create');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <Card
      title={t('title')}
      note={t('note')}
      actions={
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('open')}
        </Button>
      }
    >
      <Dialog opened={opened} onClose={close} title={t('title')}>
        {opened && <CreateTeamForm onClose={close} />}
      </Dialog>
    </Card>
  );
}

/** The namespace follows the name until it is edited itself. */
const EMPTY: { name: string; namespace: string | null } = { name: '', namespace: null };

function CreateTeamForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('teams');
  const ui = useTranslations('ui');
  const words = useTextWords();
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const getNamespace = ({ name, namespace }: typeof EMPTY) => namespace ?? proposeNamespace(name);
  const form = useForm({
    id: 'new-team',
    stored: EMPTY,
    labels: { name: t('name'), namespace: t('namespace') },
    problems: (typed) => {
      const name = words(t('name'), typed.name, TEAM_NAME_LETTERS);
      const namespace = getNamespace(typed);
      return {
        name: name === undefined ? undefined : { text: name, waits: typed.name === '' },
        namespace: isNamespace(namespace)
          ? undefined
          : { text: t('create.badNamespace'), waits: namespace.length < 2 },
      };
    },
    run: (typed) => createTeam(scope, { name: typed.name.trim(), namespace: getNamespace(typed) }),
    item: t('item'),
    done: ({ name }) => ui('things.created', { name }),
    onDone: async ({ namespace }) => {
      await refreshMe(queryClient);
      await navigate({ to: paths.projects(namespace) });
    },
    leaves: true,
    isNew: true,
  });
  const { save } = form;
  return (
    <Form form={form} className={dialogClasses.body}>
      <TextInput {...form.input('name')} autoComplete="off" data-autofocus />
      <TextInput
        {...form.at('namespace')}
        value={getNamespace(form.values)}
        onChange={(event) => form.set({ namespace: event.currentTarget.value.toLowerCase() })}
        description={t('create.namespaceHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={dialogClasses.footer}>
        <Button variant="default" onClick={onClose} disabled={save.isPending}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('create.button')}
        </Button>
      </div>
    </Form>
  );
}
