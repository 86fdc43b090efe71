import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import { lazyQuery } from '../../base/lazy-query.ts';
import type { TeamRoute } from '../../base/team-route.ts';

export function sessionRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'me/sessions',
      loader: lazyQuery(async () => {
        const { sessionsQuery } = await import('./data.ts');
        return () => sessionsQuery;
      }),
      component: lazyPage(() => import('./pages/sessions.tsx'), 'SessionsPage', 'sessions'),
    }),
  ] as const;
}
