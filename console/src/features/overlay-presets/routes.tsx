import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import type { TeamRoute } from '../../base/team-route.ts';
import { overlaysQuery } from './data.ts';

/** Overlay presets: the list, a new one, and one of them. Beside the presets' own pages. */
export function overlayPresetRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets/overlays',
      loader: ({ context }) => void context.queryClient.prefetchQuery(overlaysQuery(context.scope)),
      component: lazyPage(
        () => import('./pages/overlays.tsx'),
        'OverlaysPage',
        'overlayPresets',
        'presets',
      ),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets/overlays/create',
      component: lazyPage(
        () => import('./pages/create-overlay.tsx'),
        'CreateOverlayPage',
        'overlayPresets',
        'presets',
      ),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets/overlays/$overlayId',
      loader: ({ context }) => void context.queryClient.prefetchQuery(overlaysQuery(context.scope)),
      component: lazyPage(
        () => import('./pages/edit-overlay.tsx'),
        'EditOverlayPage',
        'overlayPresets',
        'presets',
      ),
    }),
  ] as const;
}
