import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

/** The page lists what the workers of the product do for a team. */
export const jobRoutes: readonly Route[] = [
  {
    path: 'jobs',
    prefetch: lazyQuery(() => import('./pages/jobs.tsx')),
    page: lazyPage(
      () => import('./pages/jobs.tsx'),
      'JobsPage',
      'jobs',
      'videos',
      'videos.processing',
      'uploads.speed',
    ),
  },
];
