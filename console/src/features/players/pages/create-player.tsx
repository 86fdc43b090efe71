import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../../base/router/use-address.ts';
import { useTeam, useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { TableSkeleton } from '../../../ui/skeleton.tsx';
import { PlayerFormView } from '../components/player-form.tsx';
import { playersQuery } from '../../../base/project.ts';
import { readCopySearch, toForm } from '../rules/form.ts';

export const pageQuery: PageQuery = ({ scope }) => playersQuery(scope);

export function CreatePlayerPage() {
  const t = useTranslations('players');
  const { namespace } = useTeam();
  const [{ from }] = useSearchParams(readCopySearch);
  const players = useQuery(playersQuery(useTeamScope()));
  const list = paths.players(namespace);
  return (
    <>
      <PageHead title={t('create')} crumbs={[{ label: t('title'), to: list }]} />
      <Loaded query={players} skeleton={<TableSkeleton rows={3} />} item={t('item')}>
        {({ data }) => {
          const source = data.find(({ id }) => id === from);
          if (!source) return <PlayerFormView />;
          const name = t('copyOf', { name: source.name });
          return <PlayerFormView initial={{ ...toForm(source), name }} />;
        }}
      </Loaded>
    </>
  );
}
