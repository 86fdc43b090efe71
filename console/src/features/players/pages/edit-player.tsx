import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { MissingItem } from '../../../ui/missing-item.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { PlayerFormView } from '../components/player-form.tsx';
import { playersQuery } from '../../../base/project.ts';

export const pageQuery: PageQuery = ({ scope }) => playersQuery(scope);

export function EditPlayerPage() {
  const t = useTranslations('players');
  const { namespace } = useTeam();
  const id = useRouteParam('playerId');
  const players = useQuery(playersQuery(useTeamScope()));
  const player = players.data?.data.find((one) => one.id === id);
  const list = paths.players(namespace);
  const back = { to: list, label: t('backToList') };
  return (
    <>
      <PageHead title={player?.name ?? t('item')} crumbs={[{ label: t('title'), to: list }]} />
      <Loaded query={players} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {() => {
          if (player === undefined) return <MissingItem item={t('item')} back={back} />;
          return <PlayerFormView key={player.id} player={player} />;
        }}
      </Loaded>
    </>
  );
}
