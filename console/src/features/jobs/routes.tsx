import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import { lazyQuery, wholeSearch } from '../../base/lazy-query.ts';
import type { TeamRoute } from '../../base/team-route.ts';

/** The page lists what the workers of the product do for a team. */
export function jobRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'manage/jobs',
      loaderDeps: wholeSearch,
      loader: lazyQuery(async () => {
        const [data, rules] = await Promise.all([import('./data.ts'), import('./rules.ts')]);
        return ({ scope, search }) => data.jobsQuery(scope, rules.readJobsSearch(search).page);
      }),
      component: lazyPage(
        () => import('./pages/jobs.tsx'),
        'JobsPage',
        'jobs',
        'videos',
        'videos.processing',
        'uploads',
      ),
    }),
  ] as const;
}
