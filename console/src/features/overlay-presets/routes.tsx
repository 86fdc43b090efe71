import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

/** Overlay presets: the list, a new one, and one of them. Beside the presets' own pages. */
export const overlayPresetRoutes: readonly Route[] = [
  {
    path: 'presets/overlays',
    prefetch: lazyQuery(() => import('./pages/overlays.tsx')),
    page: lazyPage(() => import('./pages/overlays.tsx'), 'OverlaysPage', 'overlayPresets'),
  },
  {
    path: 'presets/overlays/create',
    page: lazyPage(
      () => import('./pages/create-overlay.tsx'),
      'CreateOverlayPage',
      'overlayPresets',
      'presets.form',
    ),
  },
  {
    path: 'presets/overlays/:overlayId',
    prefetch: lazyQuery(() => import('./pages/edit-overlay.tsx')),
    page: lazyPage(
      () => import('./pages/edit-overlay.tsx'),
      'EditOverlayPage',
      'overlayPresets',
      'presets.form',
    ),
  },
];
