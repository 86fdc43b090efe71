import type { PageQuery } from '../../../base/lazy-query.ts';
import { KEY_SERVER_NAME_LETTERS } from '@kinora/contract/bounds';
import type { KeyServer } from '@kinora/contract/key-servers';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { toFieldErrors } from '../../../base/error-text.ts';
import { Outlet } from '../../../base/router/outlet.tsx';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { useSave } from '../../../base/use-save.ts';
import { paths } from '../../../paths.ts';
import { HistoryButton } from '../../../ui/history-link.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { FormPage } from '../../../ui/form-page.tsx';
import { LoadedPage } from '../../../ui/loaded-page.tsx';
import { PageHead, PageTitle } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AttentionBanner } from '../components/attention-banner.tsx';
import { StatePill } from '../components/state-pill.tsx';
import { UsedByCard } from '../components/used-by.tsx';
import { changes, KeyServerContext, keyServerQuery, useShowKeyServer } from '../data.ts';
import { countFailures } from '../rules/checks.ts';

export const pageQuery: PageQuery = ({ scope, params: { keyServerId = '' } }) =>
  keyServerQuery(scope, keyServerId);

/** One server: its head, its banner and its tabs stay while the tabs change. */
export function KeyServerPage() {
  const t = useTranslations('keyServers');
  const scope = useTeamScope();
  const server = useQuery(keyServerQuery(scope, useRouteParam('keyServerId')));
  const list = { label: t('title'), to: paths.keyServers(scope.teamName) };
  return (
    <LoadedPage
      query={server}
      item={t('item')}
      list={{ ...list, back: t('backToList') }}
      skeleton={<TableSkeleton rows={4} />}
    >
      {(found) => (
        <KeyServerContext value={found}>
          <PageHead
            title={found.name}
            heading={<Name server={found} />}
            crumbs={[list]}
            facts={<StatePill server={found} />}
            actions={<HistoryButton type="keyServer" id={found.id} />}
          />
          <ServerTabs server={found} />
          <FormPage aside={<UsedByCard server={found} />} asideLabel={t('usedBy.title')}>
            <AttentionBanner server={found} />
            <Outlet />
          </FormPage>
        </KeyServerContext>
      )}
    </LoadedPage>
  );
}

function ServerTabs({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers.tabs');
  const { teamName } = useTeamScope();
  return (
    <Tabs
      label={t('label')}
      tabs={[
        { to: paths.keyServer(teamName, server.id), label: t('info') },
        { to: paths.keyServer(teamName, server.id, 'settings'), label: t('settings') },
        {
          to: paths.keyServer(teamName, server.id, 'test'),
          label: t('test'),
          count: countFailures(server.test),
        },
      ]}
    />
  );
}

function Name({ server }: { server: KeyServer }) {
  const t = useTranslations('keyServers');
  const scope = useTeamScope();
  const save = useSave({
    run: (name: string) => changes(scope, server.id).update({ name }),
    item: t('item'),
    done: t('renamed'),
    onDone: useShowKeyServer(),
  });
  return (
    <InlineEdit
      value={server.name}
      label={t('fields.name')}
      editLabel={t('rename')}
      onSave={(name) => save.mutateAsync(name)}
      error={toFieldErrors(save.error)['name']}
      {...KEY_SERVER_NAME_LETTERS}
    >
      <PageTitle>{server.name}</PageTitle>
    </InlineEdit>
  );
}
