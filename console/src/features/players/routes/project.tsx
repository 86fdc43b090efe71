import { lazyPage } from '../../../base/router/lazy-page.ts';
import type { Route } from '../../../base/router/route.ts';

/** A project's player and encryption, below the project's head and tabs. */
export const projectPlayerRoutes: readonly Route[] = [
  {
    path: 'manage/settings',
    page: lazyPage(
      () => import('../pages/project-settings.tsx'),
      'ProjectSettingsPage',
      'projects',
      'projects.settings',
      'players.project',
      'videos.encryption',
    ),
  },
];
