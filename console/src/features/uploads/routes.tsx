import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ProjectRoute } from '../../base/project-route.ts';

export function uploadRoutes(project: ProjectRoute) {
  return [
    createRoute({
      getParentRoute: () => project,
      path: 'upload',
      component: lazyRouteComponent(() => import('./pages/upload.tsx'), 'UploadPage'),
    }),
  ] as const;
}
