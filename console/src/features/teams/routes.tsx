import { lazyQuery } from '../../base/lazy-query.ts';
import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';

/** The team's own settings. */
export const teamRoutes: readonly Route[] = [
  {
    path: 'team-settings',
    prefetch: lazyQuery(() => import('./pages/team-settings.tsx')),
    page: lazyPage(() => import('./pages/team-settings.tsx'), 'TeamSettingsPage', 'teams'),
  },
];
