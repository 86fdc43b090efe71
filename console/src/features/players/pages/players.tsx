import type { PageQuery } from '../../../base/lazy-query.ts';
import { Button } from '@mantine/core';
import { IconDeviceTv, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { PlayerList } from '../components/player-list.tsx';
import { playersQuery } from '../../../base/project.ts';

export const pageQuery: PageQuery = ({ scope }) => playersQuery(scope);

export function PlayersPage() {
  const t = useTranslations('players');
  const { namespace } = useTeam();
  const players = useQuery(playersQuery(useTeamScope()));
  const create = (
    <Button
      component={Link}
      to={paths.playerCreate(namespace)}
      leftSection={<IconPlus size={17} aria-hidden />}
    >
      {t('create')}
    </Button>
  );
  const isEmpty = players.data?.data.length === 0;
  return (
    <>
      <PageHead
        title={t('title')}
        facts={t('lead')}
        {...(!isEmpty && { actions: create, guide: 'embed' })}
      />
      <Loaded query={players} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ data }) =>
          data.length > 0 ? (
            <PlayerList players={data} />
          ) : (
            <EmptyState icon={IconDeviceTv} title={t('empty.title')} actions={create} guide="embed">
              <p>{t('empty.text')}</p>
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
