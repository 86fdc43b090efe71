import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import { lazyQuery } from '../../base/lazy-query.ts';
import type { TeamRoute } from '../../base/team-route.ts';

const loader = lazyQuery(async () => {
  const { overlaysQuery } = await import('./data.ts');
  return ({ scope }) => overlaysQuery(scope);
});

/** Overlay presets: the list, a new one, and one of them. Beside the presets' own pages. */
export function overlayPresetRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets/overlays',
      loader,
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
        'presets.form',
      ),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets/overlays/$overlayId',
      loader,
      component: lazyPage(
        () => import('./pages/edit-overlay.tsx'),
        'EditOverlayPage',
        'overlayPresets',
        'presets.form',
      ),
    }),
  ] as const;
}
