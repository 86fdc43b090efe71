import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import type { TeamRoute } from '../../base/team-route.ts';
import { sessionsQuery } from './data.ts';

export function sessionRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'me/sessions',
      loader: ({ context }) => void context.queryClient.prefetchQuery(sessionsQuery),
      component: lazyPage(() => import('./pages/sessions.tsx'), 'SessionsPage', 'sessions'),
    }),
  ] as const;
}
