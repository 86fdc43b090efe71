import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import {
  type ProjectRoute,
  projectRoute,
  projectShellRoute,
  type ProjectShellRoute,
} from '../../base/project-route.ts';
import type { TeamRoute } from '../../base/team-route.ts';
import { paths } from '../../paths.ts';
import { presetsQuery } from '../presets/data.ts';
import { projectQuery, projectsQuery } from './data.ts';
import { readListSearch } from './rules.ts';

projectRoute.update({
  component: lazyPage(() => import('./pages/project-gate.tsx'), 'ProjectGate', 'projects'),
});
projectShellRoute.update({
  component: lazyPage(() => import('./pages/project-shell.tsx'), 'ProjectShell', 'projects'),
});

/** The list of projects and the way to a new one. */
export function projectRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'projects',
      loaderDeps: ({ search }) => readListSearch(search),
      loader: ({ context, deps }) =>
        void context.queryClient.prefetchQuery(projectsQuery(context.scope, deps)),
      component: lazyPage(() => import('./pages/projects.tsx'), 'ProjectsPage', 'projects'),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'projects/create',
      component: lazyPage(
        () => import('./pages/create-project.tsx'),
        'CreateProjectPage',
        'projects',
        'presets',
      ),
    }),
  ] as const;
}

/** What a project's pages without the shell add: here only the way to the first settings page. */
export function projectManageRoutes(project: ProjectRoute) {
  return [
    createRoute({
      getParentRoute: () => project,
      path: 'manage',
      beforeLoad: ({ params }) => {
        throw redirect({
          to: paths.projectGeneral(params.teamName, params.projectKey),
          replace: true,
        });
      },
    }),
  ] as const;
}

/** Settings below the project's head and tabs. */
export function projectGeneralRoutes(shell: ProjectShellRoute) {
  return [
    createRoute({
      getParentRoute: () => shell,
      path: 'manage/general',
      loader: ({ context, params }) =>
        void context.queryClient.prefetchQuery(projectQuery(context.scope, params.projectKey)),
      component: lazyPage(() => import('./pages/general.tsx'), 'GeneralPage', 'projects'),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: 'manage/defaults',
      loader: ({ context }) => void context.queryClient.prefetchQuery(presetsQuery(context.scope)),
      component: lazyPage(
        () => import('./pages/defaults.tsx'),
        'DefaultsPage',
        'projects',
        'presets',
      ),
    }),
  ] as const;
}
