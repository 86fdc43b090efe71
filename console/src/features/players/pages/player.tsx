import type { PageQuery } from '../../../base/lazy-query.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { CreatePage, EditPage } from '../../../ui/thing-pages.tsx';
import { PlayerFormView } from '../components/player-form.tsx';
import { playersQuery } from '../../../base/project.ts';
import { toForm } from '../rules/form.ts';

export const pageQuery: PageQuery = ({ scope }) => playersQuery(scope);

export function CreatePlayerPage() {
  const t = useTranslations('players');
  return (
    <CreatePage {...usePage()} title={t('create')}>
      {(copy) => <PlayerFormView initial={copy && toForm(copy)} />}
    </CreatePage>
  );
}

export function EditPlayerPage() {
  return (
    <EditPage {...usePage()} param="playerId">
      {(player) => <PlayerFormView key={player.id} player={player} />}
    </EditPage>
  );
}

function usePage() {
  const t = useTranslations('players');
  const scope = useTeamScope();
  return {
    query: useQuery(playersQuery(scope)),
    item: t('item'),
    list: { label: t('title'), to: paths.players(scope.teamName) },
  };
}
