import type { KeyServer } from '@kinora/contract/key-servers';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { readListSearch } from '../../../base/router/list-search.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { CreateKeyServer } from '../components/create-key-server.tsx';
import { StatePill } from '../components/state-pill.tsx';
import classes from '../components/key-servers.module.css';
import { keyServersQuery } from '../data.ts';
import { listChoices } from '../rules/state.ts';

/** Shows what encryption by a key server is, and the servers of the team. */
export function KeyServersPage() {
  const t = useTranslations('keyServers');
  const [{ q }] = useSearchParams(readListSearch);
  const servers = useQuery(keyServersQuery(useTeamScope(), q));
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        query={servers}
        title={t('title')}
        lead={t('lead')}
        guide="drm"
        create={{ label: t('create.button'), onClick: () => setCreating(true) }}
        item={t('item')}
        search={t('search')}
        empty={{ icon: IconShieldLock, title: t('empty.title'), text: t('empty.text') }}
      >
        {(rows) => <ServerTable servers={rows} />}
      </ListPage>
      <div className={classes.after}>
        <HowItWorks />
      </div>
      <CreateKeyServer opened={creating} onClose={() => setCreating(false)} />
    </>
  );
}

const STEPS = ['encode', 'play', 'protects'] as const;

function HowItWorks() {
  const t = useTranslations('keyServers.how');
  return (
    <Card title={t('title')}>
      <ol className={classes.steps}>
        {STEPS.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </Card>
  );
}

function ServerTable({ servers }: { servers: readonly KeyServer[] }) {
  const t = useTranslations('keyServers');
  return (
    <DataTable
      label={t('title')}
      columns={useColumns()}
      rows={[...servers]}
      rowKey={({ id }) => id}
    />
  );
}

function useColumns(): Column<KeyServer>[] {
  const t = useTranslations('keyServers');
  const ui = useTranslations('ui.uses');
  const { teamName } = useTeamScope();
  const format = useFormat();
  return [
    {
      key: 'name',
      header: t('fields.name'),
      phone: 'lead',
      width: '36%',
      cell: ({ id, name }) => <NameCell name={name} to={paths.keyServer(teamName, id)} />,
    },
    {
      key: 'state',
      header: t('fields.status'),
      width: '210px',
      cell: (server) => <StatePill server={server} />,
    },
    {
      key: 'usedBy',
      header: t('usedBy.title'),
      cell: (server) => {
        const choices = listChoices(server);
        const names = choices.flatMap(({ named }) => named.map(({ name }) => name));
        const hidden = choices.reduce((sum, { count }) => sum + count, -names.length);
        const users = [...names, ...(hidden > 0 ? [ui('unnamed', { count: hidden })] : [])];
        return (
          <span className={classes.second}>
            {users.length === 0 ? t('usedBy.none') : format.list(users)}
          </span>
        );
      },
    },
  ];
}
