import type { UrlSigningKey } from '@kinora/contract/url-signing-keys';
import { IconAntenna, IconEye, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readListSearch } from '../../../base/router/list-search.ts';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { useHistoryAction } from '../../../ui/history-link.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { RemovableTable } from '../../../ui/removable-table.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { CodeCell, DateCell, SecondCell } from '../../../ui/table-cells.tsx';
import { DeleteDialog, SecretDialog } from '../components/key-dialogs.tsx';
import { keysQuery } from '../data.ts';

export function KeysPage() {
  const t = useTranslations('urlSigningKeys');
  const scope = useTeamScope();
  const [search] = useSearchParams(readListSearch);
  const keys = useQuery(keysQuery(scope, search));
  const count = search.q === '' ? keys.data?.total : undefined;
  return (
    <ListPage
      query={keys}
      title={count === undefined ? t('title') : t('titleCount', { count })}
      lead={t('lead')}
      guide="signed-urls"
      create={{
        label: t('create.button'),
        to: paths.urlSigningKeyCreate(scope.teamName),
        search: { from: 'keys' },
      }}
      item={t('item')}
      search={t('search')}
      empty={{ icon: IconKey, title: t('empty.title'), text: t('empty.text') }}
      skeleton={<TableSkeleton rows={4} />}
    >
      {(rows) => <KeyTable keys={rows} />}
    </ListPage>
  );
}

function KeyTable({ keys }: { keys: readonly UrlSigningKey[] }) {
  const t = useTranslations('urlSigningKeys');
  const ui = useTranslations('ui.things');
  const { teamName } = useTeamScope();
  const [shown, setShown] = useState<UrlSigningKey>();
  const history = useHistoryAction('urlSigningKey');
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
            to: paths.urlSigningKeyUse(teamName),
            search: { key: key.keyId },
          },
          { label: t('secret.action'), icon: IconEye, onSelect: () => setShown(key) },
          history(key.id),
        ]}
        removeLabel={ui('delete')}
        renderDialog={(key, onClose) => <DeleteDialog signingKey={key} onClose={onClose} />}
      />
      <SecretDialog signingKey={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

function useColumns(): Column<UrlSigningKey>[] {
  const t = useTranslations('urlSigningKeys');
  const ui = useTranslations('ui.things');
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
      header: ui('usedBy'),
      cell: ({ domains }) => (
        <SecondCell>
          {domains.length === 0 ? ui('unused') : domains.map(({ name }) => name).join(', ')}
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
