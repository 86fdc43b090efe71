import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { TeamRoute } from '../../base/team-route.ts';
import { personalTokensQuery } from './data.ts';

export function personalTokenRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'me/personal-access-token',
      loader: ({ context }) => void context.queryClient.prefetchQuery(personalTokensQuery),
      component: lazyRouteComponent(
        () => import('./pages/personal-tokens.tsx'),
        'PersonalTokensPage',
      ),
    }),
  ] as const;
}
