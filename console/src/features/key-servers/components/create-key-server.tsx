import { KEY_SERVER_NAME_LETTERS, KEY_SERVER_NOTE_LETTERS } from '@kinora/contract/bounds';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormErrors } from '../../../ui/form/form-errors.tsx';
import { useTextWords } from '../../../ui/form/text-words.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { createKeyServer, refreshKeyServers } from '../data.ts';
import classes from './key-servers.module.css';

type Props = { opened: boolean; onClose: () => void };

/** Asks for a name and a note, and goes to the settings of the new server. */
export function CreateKeyServer({ opened, onClose }: Props) {
  const t = useTranslations('keyServers.create');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')}>
      {opened && <CreateForm onClose={onClose} />}
    </Dialog>
  );
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('keyServers');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const words = useTextWords();
  const labels = { name: t('fields.name'), note: t('fields.note') };
  const form = useForm({
    id: 'key-server',
    stored: { name: '', note: '' },
    labels,
    problems: ({ name, note }) => {
      const text = words(labels.name, name, KEY_SERVER_NAME_LETTERS);
      return {
        name: text === undefined ? undefined : { text, waits: name.trim() === '' },
        note: words(labels.note, note, KEY_SERVER_NOTE_LETTERS),
      };
    },
    run: ({ name, note }) => createKeyServer(scope, { name: name.trim(), note: note.trim() }),
    item: t('item'),
    done: ({ name }) => t('create.done', { name }),
    onDone: async ({ id }) => {
      onClose();
      await navigate({ to: paths.keyServer(scope.teamName, id, 'settings') });
      await refreshKeyServers(queryClient, scope);
    },
    isNew: true,
    leaves: true,
  });
  return (
    <Form form={form} className={classes.fields}>
      <FormErrors />
      <TextInput {...form.input('name')} required autoComplete="off" data-autofocus />
      <Textarea {...form.input('note')} description={t('fields.noteHint')} rows={3} />
      <div className={dialog.footer}>
        <Button variant="default" disabled={form.save.isPending} onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={form.save.isPending}>
          {t('create.button')}
        </Button>
      </div>
    </Form>
  );
}
