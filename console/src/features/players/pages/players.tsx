import type { PageQuery } from '../../../base/lazy-query.ts';
import { IconDeviceTv } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { ListPage } from '../../../ui/list-page.tsx';
import { PlayerList } from '../components/player-list.tsx';
import { playersQuery } from '../../../base/project.ts';

export const pageQuery: PageQuery = ({ scope }) => playersQuery(scope);

export function PlayersPage() {
  const t = useTranslations('players');
  const scope = useTeamScope();
  const players = useQuery(playersQuery(scope));
  return (
    <ListPage
      query={players}
      title={t('title')}
      lead={t('lead')}
      guide="embed"
      create={{ label: t('create'), to: paths.playerCreate(scope.teamName) }}
      item={t('item')}
      empty={{ icon: IconDeviceTv, title: t('empty.title'), text: t('empty.text') }}
    >
      {(rows) => <PlayerList players={rows} />}
    </ListPage>
  );
}
