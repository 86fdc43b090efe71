import type { PersonalToken } from '@kinora/contract/personal-tokens';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { personalTokensQuery, revokeToken } from '../data.ts';
import { TokenExpiry } from './token-expiry.tsx';
import classes from './personal-tokens.module.css';

type Props = {
  onRevoked: (id: string) => void;
  /** The token that is shown above, if any. */
  newId: string | undefined;
};

export function TokenList({ onRevoked, newId }: Props) {
  const t = useTranslations('personalTokens');
  const tokens = useQuery(personalTokensQuery);
  const [revoking, setRevoking] = useState<PersonalToken>();
  const columns = useColumns(setRevoking);
  return (
    <section>
      <h2 className={classes.section}>
        {tokens.data ? t('list.titleCount', { count: tokens.data.data.length }) : t('list.title')}
      </h2>
      <Loaded query={tokens} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={IconKey} title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          ) : (
            <DataTable
              label={t('list.title')}
              columns={columns}
              rows={data}
              rowKey={(row) => row.id}
            />
          )
        }
      </Loaded>
      <RevokeDialog
        token={revoking}
        isShown={revoking !== undefined && revoking.id === newId}
        onClose={() => setRevoking(undefined)}
        onRevoked={onRevoked}
      />
    </section>
  );
}

function useColumns(onRevoke: (token: PersonalToken) => void): Column<PersonalToken>[] {
  const t = useTranslations('personalTokens');
  const format = useFormat();
  return [
    {
      key: 'name',
      header: t('list.name'),
      phone: 'lead',
      cell: (token) => (
        <>
          <div className={classes.name}>{token.name}</div>
          <code className={classes.preview}>{token.preview}</code>
        </>
      ),
    },
    {
      key: 'created',
      header: t('list.created'),
      width: '150px',
      cell: (token) => <span className={classes.second}>{format.date(token.createdAt)}</span>,
    },
    {
      key: 'used',
      header: t('list.used'),
      width: '170px',
      cell: (token) => (
        <span className={classes.second}>
          {token.lastUsedAt === null ? t('list.unused') : format.relative(token.lastUsedAt)}
        </span>
      ),
    },
    {
      key: 'expires',
      header: t('list.expires'),
      width: '180px',
      cell: (token) => <TokenExpiry expiresAt={token.expiresAt} />,
    },
    {
      key: 'revoke',
      header: <span className="visually-hidden">{t('list.revoke')}</span>,
      align: 'right',
      width: '110px',
      phone: 'plain',
      cell: (token) => (
        <Button
          size="xs"
          variant="default"
          aria-label={t('list.revokeNamed', { name: token.name })}
          onClick={() => onRevoke(token)}
        >
          {t('list.revoke')}
        </Button>
      ),
    },
  ];
}

type RevokeProps = {
  token: PersonalToken | undefined;
  /** The token is the one shown above, and may not have been copied yet. */
  isShown: boolean;
  onClose: () => void;
  onRevoked: (id: string) => void;
};

function RevokeDialog({ token, isShown, onClose, onRevoked }: RevokeProps) {
  const t = useTranslations('personalTokens');
  const queryClient = useQueryClient();
  return (
    <RemoveDialog
      thing={token}
      onClose={onClose}
      run={({ id }) => revokeToken(id)}
      done={t('revoke.done')}
      onDone={({ id }) => {
        onRevoked(id);
        return queryClient.invalidateQueries({ queryKey: personalTokensQuery.queryKey });
      }}
      title={t('revoke.title', { name: token?.name ?? '' })}
      button={t('revoke.button')}
      item={t('item')}
    >
      <p>{t('revoke.text')}</p>
      {isShown && <p>{t('revoke.shown')}</p>}
    </RemoveDialog>
  );
}
