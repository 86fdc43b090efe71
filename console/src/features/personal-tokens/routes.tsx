import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import { lazyQuery } from '../../base/lazy-query.ts';
import type { TeamRoute } from '../../base/team-route.ts';

export function personalTokenRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'me/personal-access-token',
      loader: lazyQuery(async () => {
        const { personalTokensQuery } = await import('./data.ts');
        return () => personalTokensQuery;
      }),
      component: lazyPage(
        () => import('./pages/personal-tokens.tsx'),
        'PersonalTokensPage',
        'personalTokens',
      ),
    }),
  ] as const;
}
