import type { KeyServer } from '@kinora/contract/key-servers';
import { Button } from '@mantine/core';
import { IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { NoMatch } from '../../../ui/no-match.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { Tools } from '../../../ui/tools.tsx';
import { CreateKeyServer } from '../components/create-key-server.tsx';
import { StatePill } from '../components/state-pill.tsx';
import classes from '../components/key-servers.module.css';
import { keyServersQuery } from '../data.ts';
import { readSearch } from '../rules/form.ts';
import { countHidden } from '../rules/state.ts';

/** Shows what encryption by a key server is, and the servers of the team. */
export function KeyServersPage() {
  const t = useTranslations('keyServers');
  const [{ q }, change] = useSearchParams(readSearch);
  const servers = useQuery(keyServersQuery(useTeamScope(), q));
  const [creating, setCreating] = useState(false);
  const isEmpty = servers.data?.data.length === 0 && q === '';
  const create = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        facts={t('lead')}
        {...(!isEmpty && { actions: create, guide: 'drm' })}
      />
      {!isEmpty && (
        <Tools>
          <SearchBox
            value={q}
            onSearch={(text) => text !== q && change({ q: text })}
            placeholder={t('search')}
          />
        </Tools>
      )}
      <Loaded query={servers} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ data }) => {
          if (data.length > 0) return <ServerTable servers={data} />;
          return q === '' ? (
            <EmptyState icon={IconShieldLock} title={t('empty.title')} actions={create} guide="drm">
              {t('empty.text')}
            </EmptyState>
          ) : (
            <NoMatch
              title={t('noResults', { q })}
              text={t('noResultsText')}
              clearLabel={t('clear')}
              onClear={() => change({ q: '' })}
            />
          );
        }}
      </Loaded>
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

function ServerTable({ servers }: { servers: KeyServer[] }) {
  const t = useTranslations('keyServers');
  return (
    <DataTable label={t('title')} columns={useColumns()} rows={servers} rowKey={({ id }) => id} />
  );
}

function useColumns(): Column<KeyServer>[] {
  const t = useTranslations('keyServers');
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
        const hidden = countHidden(server);
        const users = [
          ...[...server.presets, ...server.projects].map(({ name }) => name),
          ...(hidden > 0 ? [t('usedBy.hidden', { count: hidden })] : []),
        ];
        return (
          <span className={classes.second}>
            {users.length === 0 ? t('usedBy.none') : format.list(users)}
          </span>
        );
      },
    },
  ];
}
