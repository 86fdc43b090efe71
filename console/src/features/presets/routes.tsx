import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../base/lazy-page.ts';
import { lazyQuery } from '../../base/lazy-query.ts';
import type { TeamRoute } from '../../base/team-route.ts';

/** The presets of a team: the list, a new one, and one of them. */
export function presetRoutes(team: TeamRoute) {
  return [
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets',
      loader: lazyQuery(async () => {
        const { presetsQuery } = await import('./data.ts');
        return ({ scope }) => presetsQuery(scope);
      }),
      component: lazyPage(() => import('./pages/presets.tsx'), 'PresetsPage', 'presets'),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets/create',
      component: lazyPage(
        () => import('./pages/create-preset.tsx'),
        'CreatePresetPage',
        'presets',
        'presets.form',
      ),
    }),
    createRoute({
      getParentRoute: () => team,
      path: 'manage/presets/$presetId',
      loader: lazyQuery(async () => {
        const { presetQuery } = await import('./data.ts');
        return ({ scope, params: { presetId = '' } }) => presetQuery(scope, presetId);
      }),
      component: lazyPage(
        () => import('./pages/preset.tsx'),
        'PresetPage',
        'presets',
        'presets.form',
      ),
    }),
  ] as const;
}
