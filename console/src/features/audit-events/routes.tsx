import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

/** These pages show the changes in the team, and of one of its things. */
export const auditEventRoutes: readonly Route[] = [
  {
    path: 'history',
    prefetch: lazyQuery(() => import('./pages/history.tsx')),
    page: lazyPage(() => import('./pages/history.tsx'), 'HistoryPage', 'auditEvents', 'videos'),
  },
  {
    path: 'history/:thingType/:thingId',
    prefetch: lazyQuery(() => import('./pages/thing-history.tsx')),
    page: lazyPage(() => import('./pages/thing-history.tsx'), 'ThingHistoryPage', 'auditEvents'),
  },
];
