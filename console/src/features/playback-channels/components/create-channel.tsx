import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { toFieldErrors } from '../../../base/error-text.ts';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import dialog from '../../../ui/dialog.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { createChannel } from '../data.ts';
import { isChannelName } from '../rules.ts';
import { Failure } from './failure.tsx';
import classes from './channels.module.css';

type Props = { opened: boolean; onClose: () => void };

/** Asks for a name, and goes to the new channel. */
export function CreateChannel({ opened, onClose }: Props) {
  const t = useTranslations('playbackChannels.create');
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')}>
      {opened && <NameForm onClose={onClose} />}
    </Dialog>
  );
}

function NameForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations('playbackChannels');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const [name, setName] = useState('');
  const save = useSave({
    run: () => createChannel(scope, name.trim()),
    item: t('item'),
    done: t('create.done', { name: name.trim() }),
    onDone: ({ id }) => {
      onClose();
      return navigate({ to: paths.playbackChannel(scope.teamName, id) });
    },
    shownByPage: () => true,
  });
  const typed = name.trim();
  const isWrong = typed !== '' && !isChannelName(typed);
  const refused = toFieldErrors(save.error)['name'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChannelName(typed) && !save.isPending) save.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.fields}>
      <TextInput
        label={t('fields.name')}
        description={t('fields.nameHint')}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          save.reset();
        }}
        error={isWrong ? t('problems.name') : refused}
        maxLength={63}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      {refused === undefined && <Failure error={save.error} />}
      <div className={dialog.footer}>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={typed === '' || isWrong}>
          {t('create.button')}
        </Button>
      </div>
    </form>
  );
}
