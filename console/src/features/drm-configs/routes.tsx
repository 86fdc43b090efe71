import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';

/** By what a team's protected videos are licensed. */
export const drmConfigRoutes: readonly Route[] = [
  {
    path: 'multi-drm',
    page: lazyPage(() => import('./pages/multi-drm.tsx'), 'MultiDrmPage', 'drmConfigs'),
  },
];
