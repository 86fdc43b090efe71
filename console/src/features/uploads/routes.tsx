import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';

export const uploadRoutes: readonly Route[] = [
  {
    path: 'upload',
    page: lazyPage(
      () => import('./pages/upload.tsx'),
      'UploadPage',
      'uploads',
      'projects',
      'geoblockRules',
      'overlayPresets',
      'presets',
    ),
  },
];
