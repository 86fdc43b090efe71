import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import type { TeamRoute } from '../../base/team-route.ts';
import { personalTokensQuery } from './data.ts';

export function personalTokenRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'me/personal-access-token',
      loader: ({ context }) => void context.queryClient.prefetchQuery(personalTokensQuery),
      component: lazyPage(
        () => import('./pages/personal-tokens.tsx'),
        'PersonalTokensPage',
        'personalTokens',
      ),
    }),
  ] as const;
}
