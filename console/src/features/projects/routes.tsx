import { createRoute, redirect } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import { lazyQuery, wholeSearch } from '../../base/lazy-query.ts';
import {
  type ProjectRoute,
  projectRoute,
  projectShellRoute,
  type ProjectShellRoute,
} from '../../base/project-route.ts';
import type { TeamRoute } from '../../base/team-route.ts';
import { paths } from '../../paths.ts';

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
      loaderDeps: wholeSearch,
      loader: lazyQuery(async () => {
        const [data, rules] = await Promise.all([import('./data.ts'), import('./rules.ts')]);
        return ({ scope, search }) => data.projectsQuery(scope, rules.readListSearch(search));
      }),
      component: lazyPage(() => import('./pages/projects.tsx'), 'ProjectsPage', 'projects'),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'projects/create',
      component: lazyPage(
        () => import('./pages/create-project.tsx'),
        'CreateProjectPage',
        'projects',
        'projects.settings',
        'presets',
      ),
    }),
  ] as const;
}

/** Pages of a project without the shell: here only the way to the first settings page. */
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
      loader: lazyQuery(async () => {
        const { projectQuery } = await import('./data.ts');
        return ({ scope, params: { projectKey = '' } }) => projectQuery(scope, projectKey);
      }),
      component: lazyPage(
        () => import('./pages/general.tsx'),
        'GeneralPage',
        'projects',
        'projects.settings',
      ),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: 'manage/defaults',
      loader: lazyQuery(async () => {
        const { presetsQuery } = await import('../presets/data.ts');
        return ({ scope }) => presetsQuery(scope);
      }),
      component: lazyPage(
        () => import('./pages/defaults.tsx'),
        'DefaultsPage',
        'projects',
        'projects.settings',
        'presets',
      ),
    }),
  ] as const;
}
