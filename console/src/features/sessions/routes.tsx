import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { TeamRoute } from '../../base/team-route.ts';
import { sessionsQuery } from './data.ts';

export function sessionRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'me/sessions',
      loader: ({ context }) => void context.queryClient.prefetchQuery(sessionsQuery),
      component: lazyRouteComponent(() => import('./pages/sessions.tsx'), 'SessionsPage'),
    }),
  ] as const;
}
