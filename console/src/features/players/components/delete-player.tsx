import type { Player } from '@kinora/contract/players';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { RemoveDialog } from '../../../ui/remove-dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { UserLinks, UserLists } from '../../../ui/user-links.tsx';
import { deletePlayer, playerUsesQuery, refreshPlayers } from '../data.ts';

type Props = {
  /** Undefined closes the dialog. */
  player: Player | undefined;
  onClose: () => void;
};

/** Names the projects that have a player, which has to stay then; asks about any other. */
export function DeletePlayer({ player, onClose }: Props) {
  return player && player.usedBy.projects > 0 ? (
    <InUse player={player} onClose={onClose} />
  ) : (
    <AskedDelete player={player} onClose={onClose} />
  );
}

function InUse({ player, onClose }: { player: Player; onClose: () => void }) {
  const t = useTranslations('players');
  const scope = useTeamScope();
  const uses = useQuery(playerUsesQuery(scope, player.id));
  return (
    <Dialog opened onClose={onClose} title={t('inUse.title', { name: player.name })}>
      <Loaded query={uses} skeleton={<Skeleton height={80} />} item={t('item')}>
        {({ projects, projectCount }) => {
          const count = projectCount - projects.length;
          const more = projects.length === 0 ? 'inUse.unnamed' : 'inUse.more';
          return (
            <UserLists>
              <p>{t('inUse.text')}</p>
              <UserLinks
                title={t('inUse.projects')}
                users={projects.map(({ key, name }) => ({
                  name,
                  to: paths.projectSettings(scope.teamName, key),
                }))}
                more={count > 0 ? t(more, { count }) : undefined}
              />
            </UserLists>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function AskedDelete({ player, onClose }: Props) {
  const t = useTranslations('players');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (
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
  );
}
