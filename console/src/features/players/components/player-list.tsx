import type { Player } from '@kinora/contract/players';
import { IconCopy, IconFolderPlus, IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../../base/router/navigation.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { RemovableTable } from '../../../ui/removable-table.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { DateCell, SecondCell } from '../../../ui/table-cells.tsx';
import { DeletePlayer } from './delete-player.tsx';

export function PlayerList({ players }: { players: readonly Player[] }) {
  const t = useTranslations('players');
  return (
    <RemovableTable
      label={t('title')}
      columns={useColumns()}
      rows={players}
      nameOf={({ name }) => name}
      actions={useActions()}
      removeLabel={t('delete.action')}
      renderDialog={(player, onClose) => <DeletePlayer player={player} onClose={onClose} />}
    />
  );
}

function useColumns(): Column<Player>[] {
  const t = useTranslations('players');
  const ui = useTranslations('ui');
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
      header: ui('things.usedBy'),
      width: '200px',
      cell: ({ usedBy: { projects } }) => (
        <SecondCell>
          {projects > 0 ? t('useProjects', { projects }) : ui('things.unused')}
        </SecondCell>
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
  const ui = useTranslations('ui');
  const { teamName } = useTeamScope();
  return (player) => [
    { label: ui('things.edit'), icon: IconPencil, to: paths.player(teamName, player.id) },
    {
      label: ui('useInProject'),
      icon: IconFolderPlus,
      onSelect: () => {
        void navigate({ to: paths.projectUse(teamName), search: { player: player.id } });
      },
    },
    {
      label: ui('things.duplicate'),
      icon: IconCopy,
      onSelect: () => {
        void navigate({ to: paths.playerCreate(teamName), search: { from: player.id } });
      },
    },
  ];
}
