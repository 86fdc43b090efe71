import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

/** Players of a team: the list, a new one, and one. */
export const playerRoutes: readonly Route[] = [
  {
    path: 'players',
    prefetch: lazyQuery(() => import('./pages/players.tsx')),
    page: lazyPage(() => import('./pages/players.tsx'), 'PlayersPage', 'players'),
  },
  {
    path: 'players/create',
    prefetch: lazyQuery(() => import('./pages/player.tsx')),
    page: lazyPage(() => import('./pages/player.tsx'), 'CreatePlayerPage', 'players'),
  },
  {
    path: 'players/:playerId',
    prefetch: lazyQuery(() => import('./pages/player.tsx')),
    page: lazyPage(() => import('./pages/player.tsx'), 'EditPlayerPage', 'players'),
  },
];
