import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

export const personalTokenRoutes: readonly Route[] = [
  {
    path: 'me/personal-access-token',
    prefetch: lazyQuery(() => import('./pages/personal-tokens.tsx')),
    page: lazyPage(
      () => import('./pages/personal-tokens.tsx'),
      'PersonalTokensPage',
      'personalTokens',
    ),
  },
];
