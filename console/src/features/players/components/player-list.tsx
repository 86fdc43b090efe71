import type { Player } from '@kinora/contract/players';
import { IconCopy, IconFolderPlus, IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { DeleteThing } from '../../../ui/delete-thing.tsx';
import { useHistoryAction } from '../../../ui/history-link.tsx';
import { NameCell } from '../../../ui/name-cell.tsx';
import { RemovableTable } from '../../../ui/removable-table.tsx';
import type { RowAction } from '../../../ui/row-menu.tsx';
import { DateCell, SecondCell } from '../../../ui/table-cells.tsx';
import { useUseWords } from '../../../ui/uses-list.tsx';
import { deletePlayer, playerUsesQuery, refreshPlayers } from '../data.ts';

export function PlayerList({ players }: { players: readonly Player[] }) {
  const t = useTranslations('players');
  const ui = useTranslations('ui.things');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (
    <RemovableTable
      label={t('title')}
      columns={useColumns()}
      rows={players}
      nameOf={({ name }) => name}
      actions={useActions()}
      removeLabel={ui('delete')}
      renderDialog={(player, onClose) => (
        <DeleteThing
          thing={player}
          onClose={onClose}
          item={t('item')}
          run={({ id }) => deletePlayer(scope, id)}
          onDone={() => refreshPlayers(queryClient, scope)}
          text={t('delete')}
          inUse={({ id }) => ({
            text: t('inUse'),
            links: { project: paths.projectSettings },
            query: playerUsesQuery(scope, id),
          })}
        />
      )}
    />
  );
}

function useColumns(): Column<Player>[] {
  const t = useTranslations('players');
  const ui = useTranslations('ui');
  const uses = useUseWords();
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
      cell: ({ useCount }) => <SecondCell>{uses(useCount)}</SecondCell>,
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
  const history = useHistoryAction('player');
  return (player) => [
    { label: ui('things.edit'), icon: IconPencil, to: paths.player(teamName, player.id) },
    {
      label: ui('useInProject'),
      icon: IconFolderPlus,
      to: paths.projectUse(teamName),
      search: { player: player.id },
    },
    {
      label: ui('things.duplicate'),
      icon: IconCopy,
      to: paths.playerCreate(teamName),
      search: { from: player.id },
    },
    history(player.id),
  ];
}
