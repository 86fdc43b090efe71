import type { Player } from '@kinora/contract/players';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { RemovableTable } from '../../../ui/removable-table.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { DateCell, SecondCell } from '../../../ui/table-cells.tsx';
import { deletePlayer, refreshPlayers } from '../data.ts';

export function PlayerList({ players }: { players: readonly Player[] }) {
  const t = useTranslations('players');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (
    <RemovableTable
      label={t('title')}
      columns={useColumns()}
      rows={players}
      nameOf={({ name }) => name}
      actions={useActions()}
      removeLabel={t('delete.action')}
      fixedReason={({ usedBy }) => (usedBy.projects > 0 ? t('delete.inUse') : undefined)}
      renderDialog={(player, onClose) => (
        <RemoveDialog
          thing={player}
          onClose={onClose}
          run={({ id }) => deletePlayer(scope, id)}
          done={t('delete.done')}
          onDone={() => refreshPlayers(queryClient, scope)}
          title={t('delete.title', { name: player?.name ?? '' })}
          button={t('delete.button')}
          item={t('item')}
        >
          <p>{t('delete.text')}</p>
        </RemoveDialog>
      )}
    />
  );
}

function useColumns(): Column<Player>[] {
  const t = useTranslations('players');
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
        <SecondCell>{projects > 0 ? t('useProjects', { projects }) : t('unused')}</SecondCell>
      ),
    },
    {
      key: 'updated',
      header: t('updatedAt'),
      width: '200px',
      cell: ({ updatedAt }) => <DateCell at={updatedAt} withTime />,
    },
  ];
}

function useActions(): (player: Player) => RowAction[] {
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
  ];
}
