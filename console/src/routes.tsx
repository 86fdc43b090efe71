import { enterTeam, requireMe } from './base/enter-team.ts';
import { lazyPage } from './base/router/lazy-page.ts';
import { Redirect, type Route } from './base/router/route.ts';
import { accessCheckRoutes } from './features/access-checks/routes.tsx';
import { accountRoutes, profileRoutes } from './features/accounts/routes.tsx';
import { geoblockRuleRoutes } from './features/geoblock-rules/routes.tsx';
import { jobRoutes } from './features/jobs/routes.tsx';
import { overlayPresetRoutes } from './features/overlay-presets/routes.tsx';
import { personalTokenRoutes } from './features/personal-tokens/routes.tsx';
import { playbackChannelRoutes } from './features/playback-channels/routes.tsx';
import { playerRoutes, projectPlayerRoutes } from './features/players/routes.tsx';
import { presetRoutes } from './features/presets/routes.tsx';
import { projectGeneralRoutes, projectRoute, projectRoutes } from './features/projects/routes.tsx';
import { sessionRoutes } from './features/sessions/routes.tsx';
import { uploadRoutes } from './features/uploads/routes.tsx';
import { drmConfigRoutes } from './features/drm-configs/routes.tsx';
import { urlSigningKeyRoutes } from './features/url-signing-keys/routes.tsx';
import { allVideosRoutes, projectVideosRoutes, videoRoutes } from './features/videos/routes.tsx';
import { paths } from './paths.ts';
import { TeamNotFound } from './ui/not-found-pages.tsx';

// A feature is one line here: its routes below a team, below a project, or below nothing.
export const routes: readonly Route[] = [
  {
    path: '',
    enter: async ({ queryClient }) => {
      const me = await requireMe(queryClient, paths.home());
      const first = me.teams[0];
      if (first) throw new Redirect({ to: paths.projects(first.namespace) });
    },
    page: lazyPage(() => import('./features/accounts/pages/no-team.tsx'), 'NoTeamPage', 'accounts'),
  },
  ...accountRoutes,
  {
    path: ':teamName',
    enter: enterTeam,
    page: lazyPage(() => import('./team-layout.tsx'), 'TeamLayout'),
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
      ...jobRoutes,
      ...geoblockRuleRoutes,
      ...playbackChannelRoutes,
      ...accessCheckRoutes,
      ...playerRoutes,
      ...drmConfigRoutes,
      ...urlSigningKeyRoutes,
      ...presetRoutes,
      ...overlayPresetRoutes,
      ...projectRoutes,
      ...allVideosRoutes,
      projectRoute(
        [...uploadRoutes, ...videoRoutes],
        [...projectVideosRoutes, ...projectGeneralRoutes, ...projectPlayerRoutes],
      ),
      { path: '*', page: () => Promise.resolve(TeamNotFound) },
    ],
  },
];
