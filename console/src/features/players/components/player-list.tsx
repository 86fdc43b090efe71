import type { Player } from '@kinora/contract/players';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { deletePlayer, refreshPlayers } from '../data.ts';
import classes from './player-form.module.css';

export function PlayerList({ players }: { players: readonly Player[] }) {
  const t = useTranslations('players');
  const ui = useTranslations('ui');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState<Player>();
  const columns = useColumns();
  const actions = useActions(setDeleting);
  return (
    <>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={[...players]}
        rowKey={({ id }) => id}
        actions={actions}
        actionsLabel={({ name }) => ui('actionsOf', { name })}
      />
      <RemoveDialog
        thing={deleting}
        onClose={() => setDeleting(undefined)}
        run={({ id }) => deletePlayer(scope, id)}
        done={t('delete.done')}
        onDone={() => refreshPlayers(queryClient, scope)}
        title={t('delete.title', { name: deleting?.name ?? '' })}
        button={t('delete.button')}
        item={t('item')}
      >
        <p>{t('delete.text')}</p>
      </RemoveDialog>
    </>
  );
}

function useColumns(): Column<Player>[] {
  const t = useTranslations('players');
  const format = useFormat();
  const { namespace } = useTeam();
  return [
    {
      key: 'name',
      header: t('fields.name'),
      phone: 'lead',
      cell: (player) => <NameCell name={player.name} to={paths.player(namespace, player.id)} />,
    },
    {
      key: 'use',
      header: t('usedBy'),
      width: '200px',
      cell: ({ usedBy: { projects } }) => (
        <span className={classes.second}>
          {projects > 0 ? t('useProjects', { projects }) : t('unused')}
        </span>
      ),
    },
    {
      key: 'updated',
      header: t('updatedAt'),
      width: '200px',
      cell: ({ updatedAt }) => (
        <time dateTime={updatedAt} className={classes.second}>
          {format.dateTime(updatedAt)}
        </time>
      ),
    },
  ];
}

function useActions(onDelete: (player: Player) => void): (player: Player) => RowAction[] {
  const t = useTranslations('players');
  const { teamName } = useTeamScope();
  return (player) => [
    { label: t('edit'), icon: IconPencil, to: paths.player(teamName, player.id) },
    {
      label: t('duplicate'),
      icon: IconCopy,
      onSelect: () => {
        void navigate({ to: paths.playerCreate(teamName), search: { from: player.id } });
      },
    },
    {
      label: t('delete.action'),
      icon: IconTrash,
      danger: true,
      ...(player.usedBy.projects > 0 && { disabledReason: t('delete.inUse') }),
      onSelect: () => onDelete(player),
    },
  ];
}
