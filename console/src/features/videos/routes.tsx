import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ProjectShellRoute } from '../../base/project-route.ts';
import type { TeamRoute } from '../../base/team-route.ts';
import { videosQuery } from './data.ts';
import { queryOf, readVideoSearch } from './rules/video-search.ts';

/** The videos of a project, below its head and tabs. */
export function projectVideosRoutes(shell: ProjectShellRoute) {
  return [
    createRoute({
      getParentRoute: () => shell,
      path: '/',
      loaderDeps: ({ search }) => readVideoSearch(search),
      loader: ({ context, deps, params }) =>
        void context.queryClient.prefetchQuery(
          videosQuery(context.scope, queryOf(deps, params.projectKey)),
        ),
      component: lazyRouteComponent(
        () => import('./pages/project-videos.tsx'),
        'ProjectVideosPage',
      ),
    }),
  ] as const;
}

/** The videos of all projects. */
export function allVideosRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'all-projects',
      loaderDeps: ({ search }) => readVideoSearch(search),
      loader: ({ context, deps }) =>
        void context.queryClient.prefetchQuery(
          videosQuery(context.scope, queryOf(deps, undefined)),
        ),
      component: lazyRouteComponent(() => import('./pages/all-videos.tsx'), 'AllVideosPage'),
    }),
  ] as const;
}
