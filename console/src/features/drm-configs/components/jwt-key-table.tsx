import type { JwtKey } from '@kinora/contract/drm-configs';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { deleteJwtKey, refreshJwtKeys } from '../data.ts';
import classes from './jwt-keys.module.css';

type Props = { configId: string; keys: JwtKey[]; isAdmin: boolean };

export function JwtKeyTable({ configId, keys, isAdmin }: Props) {
  const t = useTranslations('drmConfigs');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState<JwtKey>();
  const actions = (key: JwtKey) => [
    {
      label: t('delete.action'),
      icon: IconTrash,
      danger: true,
      onSelect: () => setDeleting(key),
    },
  ];
  return (
    <>
      <DataTable
        label={t('list.title')}
        columns={useColumns()}
        rows={keys}
        rowKey={({ id }) => id}
        {...(isAdmin && {
          actions,
          actionsLabel: ({ name }: JwtKey) => ui('actionsOf', { name }),
        })}
      />
      <RemoveDialog
        thing={deleting}
        onClose={() => setDeleting(undefined)}
        run={({ keyId }) => deleteJwtKey(scope, { id: configId, keyId })}
        done={t('delete.done')}
        onDone={() => refreshJwtKeys(queryClient, scope)}
        title={t('delete.title', { name: deleting?.name ?? '' })}
        button={t('delete.button')}
        item={t('item')}
      >
        <p>{t('delete.text')}</p>
      </RemoveDialog>
    </>
  );
}

function useColumns(): Column<JwtKey>[] {
  const t = useTranslations('drmConfigs.list');
  const format = useFormat();
  return [
    {
      key: 'name',
      header: t('name'),
      phone: 'lead',
      cell: ({ name }) => <span className={classes.name}>{name}</span>,
    },
    {
      key: 'keyId',
      header: t('keyId'),
      cell: ({ keyId }) => (
        <span className={classes.code} translate="no">
          {keyId}
        </span>
      ),
    },
    {
      key: 'algorithm',
      header: t('algorithm'),
      width: '120px',
      cell: ({ algorithm }) => <span translate="no">{algorithm}</span>,
    },
    {
      key: 'created',
      header: t('created'),
      width: '160px',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className={classes.second}>
          {format.date(createdAt)}
        </time>
      ),
    },
  ];
}
