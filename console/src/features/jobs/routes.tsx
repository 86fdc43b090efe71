import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import type { TeamRoute } from '../../base/team-route.ts';
import { jobsQuery } from './data.ts';
import { readJobsSearch } from './rules.ts';

/** What the workers of the product do for a team. */
export function jobRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'manage/jobs',
      loaderDeps: ({ search }) => readJobsSearch(search),
      loader: ({ context, deps }) =>
        void context.queryClient.prefetchQuery(jobsQuery(context.scope, deps.page)),
      component: lazyPage(
        () => import('./pages/jobs.tsx'),
        'JobsPage',
        'jobs',
        'videos',
        'uploads',
      ),
    }),
  ] as const;
}
