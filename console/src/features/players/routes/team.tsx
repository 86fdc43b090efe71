import { lazyPage } from '../../../base/router/lazy-page.ts';
import type { Route } from '../../../base/router/route.ts';
import { lazyQuery } from '../../../base/lazy-query.ts';

const players = lazyQuery(async () => {
  const { playersQuery } = await import('../../projects/data.ts');
  return ({ scope }) => playersQuery(scope);
});

/** Players of a team: the list, a new one, and one. */
export const playerRoutes: readonly Route[] = [
  {
    path: 'players',
    prefetch: players,
    page: lazyPage(() => import('../pages/players.tsx'), 'PlayersPage', 'players'),
  },
  {
    path: 'players/create',
    prefetch: players,
    page: lazyPage(() => import('../pages/create-player.tsx'), 'CreatePlayerPage', 'players'),
  },
  {
    path: 'players/:playerId',
    prefetch: players,
    page: lazyPage(() => import('../pages/edit-player.tsx'), 'EditPlayerPage', 'players'),
  },
];
