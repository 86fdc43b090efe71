import { enterTeam, requireMe } from './base/enter-team.ts';
import { findFirstTeam } from './base/last-team.ts';
import { lazyPage } from './base/router/lazy-page.ts';
import { Redirect, type Route } from './base/router/route.ts';
import { accountRoutes, profileRoutes } from './features/accounts/routes.tsx';
import { personalTokenRoutes } from './features/personal-tokens/routes.tsx';
import { projectRoutes } from './features/projects/routes.tsx';
import { sessionRoutes } from './features/sessions/routes.tsx';
import { invitationRoutes } from './features/team-invitations/routes.tsx';
import { allVideosRoutes } from './features/videos/routes.tsx';
import { paths } from './paths.ts';
import { projectPages } from './project-routes.tsx';
import { TeamLayout } from './team-layout.tsx';
import { TeamNotFound } from './ui/not-found-pages.tsx';

// A feature is one line: its routes below a team, below a project or below nothing here, and those
// below a team's `manage` in manage-routes.tsx, which the other pages do without.
export const routes: readonly Route[] = [
  {
    path: '',
    enter: async ({ queryClient }) => {
      const me = await requireMe(queryClient, paths.home());
      const first = findFirstTeam(me.teams);
      if (first) throw new Redirect({ to: paths.projects(first.namespace) });
    },
    page: lazyPage(() => import('./features/accounts/pages/no-team.tsx'), 'NoTeamPage', 'accounts'),
  },
  ...accountRoutes,
  ...invitationRoutes,
  { path: 'help', more: async () => (await import('./features/help/routes.tsx')).helpRoutes },
  {
    path: ':teamName',
    enter: enterTeam,
    page: () => Promise.resolve(TeamLayout),
    routes: [
      {
        path: '',
        enter: ({ address: { params } }) => {
          throw new Redirect({ to: paths.projects(params['teamName'] ?? '') });
        },
      },
      ...profileRoutes,
      ...personalTokenRoutes,
      ...sessionRoutes,
      {
        path: 'help',
        more: async () => (await import('./features/help/routes.tsx')).teamHelpRoutes,
      },
      { path: 'manage', more: async () => (await import('./manage-routes.tsx')).manageRoutes },
      ...projectRoutes,
      ...allVideosRoutes,
      projectPages,
      { path: '*', page: () => Promise.resolve(TeamNotFound) },
    ],
  },
];
