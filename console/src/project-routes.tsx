import { lazyPage } from './base/router/lazy-page.ts';
import { lazyQuery } from './base/lazy-query.ts';
import type { Route } from './base/router/route.ts';
import { projectGeneralRoutes, projectRoute } from './features/projects/routes.tsx';
import { projectMembersRoutes } from './features/project-members/routes.tsx';
import { uploadRoutes } from './features/uploads/routes.tsx';
import { projectVideosRoutes, videoTabRoutes } from './features/videos/routes.tsx';

// Pages of a project and of a video are put together here, of sections that features export; a page of
// one feature alone stays there.

/** Pages below a project's head and tabs, beside those of one feature. */
const projectTabRoutes: readonly Route[] = [
  {
    path: 'manage/defaults',
    prefetch: lazyQuery(() => import('./pages/project-defaults.tsx')),
    page: lazyPage(
      () => import('./pages/project-defaults.tsx'),
      'DefaultsPage',
      'projects',
      'projects.settings',
      'playbackChannels.access',
      'playbackChannels.effects',
      'presets',
      'geoblockRules',
    ),
  },
  {
    path: 'manage/settings',
    page: lazyPage(
      () => import('./pages/project-settings.tsx'),
      'ProjectSettingsPage',
      'projects',
      'projects.settings',
      'players.project',
      'keyServers.project',
      'videos.encryption',
    ),
  },
  {
    path: 'manage/history',
    page: lazyPage(
      () => import('./pages/project-history.tsx'),
      'ProjectHistoryPage',
      'auditEvents',
    ),
  },
];

const sharedTabRoutes: readonly Route[] = [
  {
    path: 'geo-blocking',
    page: lazyPage(
      () => import('./pages/video-geo-blocking.tsx'),
      'VideoGeoBlockingPage',
      'videos',
      'geoblockRules.video',
      'geoblockRules',
    ),
  },
  {
    path: 'advanced',
    page: lazyPage(
      () => import('./pages/video-advanced.tsx'),
      'AdvancedPage',
      'videos',
      'videos.protection',
      'videos.withheld',
      'drmConfigs.devices',
    ),
  },
  {
    path: 'history',
    page: lazyPage(() => import('./pages/video-history.tsx'), 'VideoHistoryPage', 'auditEvents'),
  },
];

const videoPage: Route = {
  path: 'videos/:videoKey',
  prefetch: lazyQuery(() => import('./pages/video.tsx')),
  page: lazyPage(
    () => import('./pages/video.tsx'),
    'VideoPage',
    'videos',
    'videos.detail',
    'projects',
  ),
  routes: [...videoTabRoutes, ...sharedTabRoutes],
};

/** A project, with all that is in it. */
export const projectPages = projectRoute([...uploadRoutes, videoPage], {
  path: '',
  page: lazyPage(() => import('./pages/project-shell.tsx'), 'ProjectShell', 'projects'),
  routes: [
    ...projectVideosRoutes,
    ...projectGeneralRoutes,
    ...projectMembersRoutes,
    ...projectTabRoutes,
  ],
});
