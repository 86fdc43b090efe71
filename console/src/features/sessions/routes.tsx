import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

export const sessionRoutes: readonly Route[] = [
  {
    path: 'me/sessions',
    prefetch: lazyQuery(() => import('./pages/sessions.tsx')),
    page: lazyPage(() => import('./pages/sessions.tsx'), 'SessionsPage', 'sessions'),
  },
];
