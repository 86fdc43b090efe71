import { lazyPage } from '../../base/router/lazy-page.ts';
import { Redirect, type Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';
import { paths } from '../../paths.ts';

/** The list of projects and the way to a new one. */
export const projectRoutes: readonly Route[] = [
  {
    path: 'projects',
    prefetch: lazyQuery(() => import('./pages/projects.tsx')),
    page: lazyPage(() => import('./pages/projects.tsx'), 'ProjectsPage', 'projects'),
  },
  {
    path: 'projects/create',
    page: lazyPage(
      () => import('./pages/create-project.tsx'),
      'CreateProjectPage',
      'projects',
      'projects.settings',
      'geoblockRules',
      'presets',
    ),
  },
];

/** The way from a thing of the team to a project that uses it: below `manage`. */
export const useInProjectRoutes: readonly Route[] = [
  {
    path: 'use-in-project',
    page: lazyPage(
      () => import('./pages/use-in-project.tsx'),
      'UseInProjectPage',
      'projects',
      'projects.use',
      'playbackChannels.access',
      'playbackChannels.effects',
    ),
  },
];

/**
 * A project's pages, drawn once it is there: those of `shell` below its head and tabs, and those of
 * `own` with a head of their own.
 */
export const projectRoute = (own: readonly Route[], shell: Route): Route => ({
  path: 'projects/:projectKey',
  prefetch: lazyQuery(() => import('./pages/project-gate.tsx')),
  page: lazyPage(() => import('./pages/project-gate.tsx'), 'ProjectGate', 'projects'),
  routes: [
    {
      path: 'manage',
      enter: ({ address: { params } }) => {
        const { teamName = '', projectKey = '' } = params;
        throw new Redirect({ to: paths.projectGeneral(teamName, projectKey) });
      },
    },
    ...own,
    shell,
  ],
});

/** Settings below the project's head and tabs. */
export const projectGeneralRoutes: readonly Route[] = [
  {
    path: 'manage/general',
    page: lazyPage(
      () => import('./pages/general.tsx'),
      'GeneralPage',
      'projects',
      'projects.settings',
      'playbackChannels.access',
      'geoblockRules',
    ),
  },
];
