import { KEY_SERVER_NOTE_LETTERS } from '@kinora/contract/bounds';
import { useTranslations } from 'use-intl';
import { toFieldErrors } from '../../../base/error-text.ts';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { EndCard } from '../components/end-card.tsx';
import { SecretsCard } from '../components/secrets-card.tsx';
import { StatePill } from '../components/state-pill.tsx';
import { changes, useKeyServer, useShowKeyServer } from '../data.ts';

/** Shows a server's facts and uses, and how to deactivate or delete it. */
export function InfoPage() {
  const t = useTranslations('keyServers');
  const server = useKeyServer();
  return (
    <>
      <Card title={t('tabs.info')}>
        <InfoFacts />
      </Card>
      <SecretsCard key={server.id} serverId={server.id} />
      <EndCard server={server} />
    </>
  );
}

function InfoFacts() {
  const t = useTranslations('keyServers');
  const server = useKeyServer();
  const format = useFormat();
  const { createdAt, updatedAt, testedAt } = server;
  return (
    <Facts>
      <dt>{t('fields.status')}</dt>
      <dd>
        <StatePill server={server} />
      </dd>
      <dt>{t('fields.note')}</dt>
      <dd>
        <NoteText />
      </dd>
      <dt>{t('fields.testedAt')}</dt>
      <dd>{testedAt === null ? t('test.never') : format.dateTime(testedAt)}</dd>
      <dt>{t('fields.createdAt')}</dt>
      <dd>{format.dateTime(createdAt)}</dd>
      <dt>{t('fields.updatedAt')}</dt>
      <dd>{format.dateTime(updatedAt)}</dd>
    </Facts>
  );
}

function NoteText() {
  const t = useTranslations('keyServers');
  const scope = useTeamScope();
  const server = useKeyServer();
  const save = useSave({
    run: (note: string) => changes(scope, server.id).update({ note }),
    item: t('item'),
    done: t('noteSaved'),
    onDone: useShowKeyServer(),
  });
  return (
    <InlineEdit
      value={server.note}
      label={t('fields.note')}
      editLabel={t('editNote')}
      onSave={(note) => save.mutateAsync(note)}
      error={toFieldErrors(save.error)['note']}
      multiline
      {...KEY_SERVER_NOTE_LETTERS}
    />
  );
}
