import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { lazyPage } from './base/lazy-page.ts';
import { projectRoute, projectShellRoute } from './base/project-route.ts';
import { parseSearch, stringifySearch } from './base/search-params.ts';
import { requireMe, rootRoute, teamRoute } from './base/team-route.ts';
import { accountRoutes, profileRoutes } from './features/accounts/routes.tsx';
import { jobRoutes } from './features/jobs/routes.tsx';
import { overlayPresetRoutes } from './features/overlay-presets/routes.tsx';
import { personalTokenRoutes } from './features/personal-tokens/routes.tsx';
import { presetRoutes } from './features/presets/routes.tsx';
import {
  projectGeneralRoutes,
  projectManageRoutes,
  projectRoutes,
} from './features/projects/routes.tsx';
import { sessionRoutes } from './features/sessions/routes.tsx';
import { uploadRoutes } from './features/uploads/routes.tsx';
import { allVideosRoutes, projectVideosRoutes, videoRoutes } from './features/videos/routes.tsx';
import { paths } from './paths.ts';
import { PageError } from './ui/page-error.tsx';
import { RootLayout } from './ui/root-layout.tsx';
import { OutsideNotFound, TeamNotFound } from './ui/not-found-pages.tsx';

rootRoute.update({ component: RootLayout, notFoundComponent: OutsideNotFound });
teamRoute.update({
  component: lazyPage(() => import('./team-layout.tsx'), 'TeamLayout'),
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async ({ context }) => {
    const me = await requireMe(context.queryClient, paths.home());
    const first = me.teams[0];
    if (first) throw redirect({ to: paths.projects(first.namespace), replace: true });
  },
  component: lazyPage(
    () => import('./features/accounts/pages/no-team.tsx'),
    'NoTeamPage',
    'accounts',
  ),
});

const teamHomeRoute = createRoute({
  getParentRoute: () => teamRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: paths.projects(params.teamName), replace: true });
  },
});

const teamCatchAllRoute = createRoute({
  getParentRoute: () => teamRoute,
  path: '$',
  component: TeamNotFound,
});

// A feature is one line here: its routes below a team, or below the root.
const routeTree = rootRoute.addChildren([
  homeRoute,
  ...accountRoutes(rootRoute),
  teamRoute.addChildren([
    teamHomeRoute,
    ...profileRoutes(teamRoute),
    ...personalTokenRoutes(teamRoute),
    ...sessionRoutes(teamRoute),
    ...jobRoutes(teamRoute),
    ...presetRoutes(teamRoute),
    ...overlayPresetRoutes(teamRoute),
    ...projectRoutes(teamRoute),
    ...allVideosRoutes(teamRoute),
    projectRoute.addChildren([
      ...projectManageRoutes(projectRoute),
      ...uploadRoutes(projectRoute),
      ...videoRoutes(projectRoute),
      projectShellRoute.addChildren([
        ...projectVideosRoutes(projectShellRoute),
        ...projectGeneralRoutes(projectShellRoute),
      ]),
    ]),
    teamCatchAllRoute,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    // New pages start at the top; "back" returns to where one was.
    scrollRestoration: true,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: OutsideNotFound,
    defaultPendingMs: 400,
  });
}
