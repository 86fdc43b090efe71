import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import type { TeamRoute } from '../../base/team-route.ts';
import { presetQuery, presetsQuery } from './data.ts';

/** The presets of a team: the list, a new one, and one of them. */
export function presetRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets',
      loader: ({ context }) => void context.queryClient.prefetchQuery(presetsQuery(context.scope)),
      component: lazyPage(() => import('./pages/presets.tsx'), 'PresetsPage', 'presets'),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets/create',
      component: lazyPage(() => import('./pages/create-preset.tsx'), 'CreatePresetPage', 'presets'),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets/$presetId',
      loader: ({ context, params }) =>
        void context.queryClient.prefetchQuery(presetQuery(context.scope, params.presetId)),
      component: lazyPage(() => import('./pages/preset.tsx'), 'PresetPage', 'presets'),
    }),
  ] as const;
}
