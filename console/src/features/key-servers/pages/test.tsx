import type { KeyServer } from '@kinora/contract/key-servers';
import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../base/error-text.ts';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { CheckList } from '../components/check-list.tsx';
import { changes, refreshKeyServers, useKeyServer, useShowKeyServer } from '../data.ts';
import { isUnanswered, listChecks } from '../rules/checks.ts';
import { getState, isConfigured } from '../rules/state.ts';
import classes from '../components/key-servers.module.css';

/** Calls both endpoints as an encoder and a player do, and shows the answers. */
export function TestPage() {
  const server = useKeyServer();
  return <Test key={server.id} server={server} />;
}

function Test({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers.test');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const test = useSave({
    run: () => changes(scope, server.id).test(),
    // Once the test is over, the saved result is shown.
    onDone: () => refreshKeyServers(queryClient, scope),
    shownByPage: () => true,
  });
  const isBroken = test.isError;
  return (
    <Card
      title={t('title')}
      note={<Tested server={server} isRunning={test.isPending} />}
      actions={<Buttons server={server} test={test} />}
    >
      <Failure error={test.error} />
      <Checks server={server} isRunning={test.isPending} isBroken={isBroken} />
    </Card>
  );
}

type ChecksProps = { server: KeyServer; isRunning: boolean; isBroken: boolean };

/** The checks, folded where one cause has failed them all: there is nothing to compare. */
function Checks({ server, isRunning, isBroken }: ChecksProps) {
  const t = useTranslations('keyServers.test');
  const list = <CheckList rows={listChecks(server.test, isBroken)} isRunning={isRunning} />;
  if (!isBroken && !isUnanswered(server.test)) return list;
  return (
    <details className={classes.folded}>
      <summary>{t('checks')}</summary>
      {list}
    </details>
  );
}

function Tested({ server, isRunning }: { server: KeyServer; isRunning: boolean }) {
  const t = useTranslations('keyServers.test');
  const format = useFormat();
  const { testedAt } = server;
  const time = testedAt === null ? '' : format.dateTime(testedAt);
  return (
    <span role="status">
      {isRunning ? t('running') : testedAt === null ? t('neverText') : t('testedAt', { time })}
    </span>
  );
}

type ButtonsProps = {
  server: KeyServer;
  test: { isPending: boolean; isError: boolean; mutate: () => void };
};

function Buttons({ server, test }: ButtonsProps) {
  const t = useTranslations('keyServers');
  const scope = useTeamScope();
  const show = useShowKeyServer();
  const activate = useSave({
    run: () => changes(scope, server.id).activate(),
    item: t('item'),
    done: t('activate.done'),
    onDone: async (changed) => {
      await show(changed);
      await navigate({ to: paths.keyServer(scope.teamName, server.id) });
    },
  });
  const mayActivate = getState(server) === 'tested' && !test.isError;
  return (
    <div className={classes.buttons}>
      <Button
        variant={mayActivate ? 'default' : 'filled'}
        leftSection={<IconPlugConnected size={17} stroke={1.7} aria-hidden />}
        loading={test.isPending}
        disabled={!isConfigured(server) || activate.isPending}
        onClick={() => test.mutate()}
      >
        {t(server.test === null ? 'test.button' : 'test.again')}
      </Button>
      {mayActivate && (
        <Button
          loading={activate.isPending}
          disabled={test.isPending}
          onClick={() => activate.mutate()}
        >
          {t('activate.button')}
        </Button>
      )}
    </div>
  );
}

/** Shows why the test could not be made at all. */
function Failure({ error }: { error: unknown }) {
  const t = useTranslations('keyServers');
  const describe = useErrorText();
  if (!error) return null;
  const { title, detail } = describe(error, { item: t('item'), action: 'save' });
  return (
    <div className={classes.failure}>
      <Note tone="danger" title={t('test.broken')} role="alert">
        <p>{t('test.cause', { title, detail })}</p>
      </Note>
    </div>
  );
}
