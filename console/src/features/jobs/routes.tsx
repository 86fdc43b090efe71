import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

/** The page lists what the workers of the product do for a team. */
export const jobRoutes: readonly Route[] = [
  {
    path: 'jobs',
    prefetch: lazyQuery(async () => {
      const [data, rules] = await Promise.all([import('./data.ts'), import('./rules.ts')]);
      return ({ scope, search }) => data.jobsQuery(scope, rules.readJobsSearch(search).page);
    }),
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
