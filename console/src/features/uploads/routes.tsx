import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import type { ProjectRoute } from '../../base/project-route.ts';

export function uploadRoutes(project: ProjectRoute) {
  return [
    createRoute({
      getParentRoute: () => project,
      path: 'upload',
      component: lazyPage(
        () => import('./pages/upload.tsx'),
        'UploadPage',
        'uploads',
        'projects',
        'overlayPresets',
        'presets',
      ),
    }),
  ] as const;
}
