import { lazyQuery } from '../../base/lazy-query.ts';
import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';

/** The services that license a team's protected videos, and a page to try them. */
export const drmConfigRoutes: readonly Route[] = [
  {
    path: 'multi-drm',
    prefetch: lazyQuery(() => import('./pages/multi-drm.tsx')),
    page: lazyPage(
      () => import('./pages/multi-drm.tsx'),
      'MultiDrmPage',
      'drmConfigs',
      'drmConfigs.devices',
      'drmConfigs.services',
    ),
  },
  {
    path: 'multi-drm/test',
    page: lazyPage(
      () => import('./pages/test.tsx'),
      'TestPage',
      'drmConfigs',
      'drmConfigs.trial',
      'videos.detail',
    ),
  },
];
