import type { UrlSigningKey } from '@kinora/contract/url-signing-keys';
import { Button } from '@mantine/core';
import { IconAntenna, IconEye, IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { NoMatch } from '../../../ui/no-match.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { RemovableTable } from '../../../ui/removable-table.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { CodeCell, DateCell, SecondCell } from '../../../ui/table-cells.tsx';
import { Tools } from '../../../ui/tools.tsx';
import { DeleteDialog, SecretDialog } from '../components/key-dialogs.tsx';
import { keysQuery } from '../data.ts';
import { readKeySearch } from '../rules.ts';

export function KeysPage() {
  const t = useTranslations('urlSigningKeys');
  const scope = useTeamScope();
  const [{ q, page }, change] = useSearchParams(readKeySearch);
  const keys = useQuery(keysQuery(scope, { q, page }));
  const total = keys.data?.total ?? 0;
  const create = (
    <Button
      component={Link}
      to={paths.urlSigningKeyCreate(scope.teamName)}
      search={{ from: 'keys' }}
      leftSection={<IconPlus size={17} aria-hidden />}
    >
      {t('create.button')}
    </Button>
  );
  const isEmpty = keys.data !== undefined && total === 0 && q === '';
  return (
    <>
      <PageHead
        title={keys.data && q === '' ? t('titleCount', { count: total }) : t('title')}
        facts={t('lead')}
        {...(!isEmpty && { actions: create, guide: 'signed-urls' })}
      />
      {!isEmpty && (
        <Tools>
          <SearchBox
            value={q}
            onSearch={(text) => text !== q && change({ q: text, page: 1 })}
            placeholder={t('search')}
          />
        </Tools>
      )}
      <Loaded query={keys} skeleton={<TableSkeleton rows={4} />} item={t('item')}>
        {(found) => {
          if (found.data.length > 0) {
            return (
              <>
                <KeyTable keys={found.data} />
                <Pager
                  page={found.currentPage}
                  lastPage={found.lastPage}
                  perPage={found.perPage}
                  total={found.total}
                  onPage={(next) => change({ page: next }, { push: true })}
                />
              </>
            );
          }
          return q === '' ? (
            <EmptyState
              icon={IconKey}
              title={t('empty.title')}
              actions={create}
              guide="signed-urls"
            >
              {t('empty.text')}
            </EmptyState>
          ) : (
            <NoMatch
              title={t('noResults', { q })}
              text={t('noResultsText')}
              clearLabel={t('clear')}
              onClear={() => change({ q: '', page: 1 })}
            />
          );
        }}
      </Loaded>
    </>
  );
}

function KeyTable({ keys }: { keys: UrlSigningKey[] }) {
  const t = useTranslations('urlSigningKeys');
  const { teamName } = useTeamScope();
  const [shown, setShown] = useState<UrlSigningKey>();
  return (
    <>
      <RemovableTable
        label={t('title')}
        columns={useColumns()}
        rows={keys}
        nameOf={({ keyId }) => keyId}
        actions={(key) => [
          {
            label: t('use'),
            icon: IconAntenna,
            onSelect: () =>
              void navigate({
                to: paths.urlSigningKeyUse(teamName),
                search: { key: key.keyId },
              }),
          },
          { label: t('secret.action'), icon: IconEye, onSelect: () => setShown(key) },
        ]}
        removeLabel={t('delete.action')}
        renderDialog={(key, onClose) => <DeleteDialog signingKey={key} onClose={onClose} />}
      />
      <SecretDialog signingKey={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

function useColumns(): Column<UrlSigningKey>[] {
  const t = useTranslations('urlSigningKeys.list');
  return [
    {
      key: 'keyId',
      header: t('keyId'),
      phone: 'lead',
      width: '36%',
      cell: ({ keyId }) => <CodeCell>{keyId}</CodeCell>,
    },
    {
      key: 'usedBy',
      header: t('usedBy'),
      cell: ({ domains }) => (
        <SecondCell>
          {domains.length === 0 ? t('unused') : domains.map(({ name }) => name).join(', ')}
        </SecondCell>
      ),
    },
    {
      key: 'created',
      header: t('created'),
      width: '160px',
      cell: ({ createdAt }) => <DateCell at={createdAt} />,
    },
  ];
}
