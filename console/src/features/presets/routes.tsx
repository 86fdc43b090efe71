import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

/** The presets of a team: the list, a new one, and one of them. */
export const presetRoutes: readonly Route[] = [
  {
    path: 'presets',
    prefetch: lazyQuery(async () => {
      const { presetsQuery } = await import('./data.ts');
      return ({ scope }) => presetsQuery(scope);
    }),
    page: lazyPage(() => import('./pages/presets.tsx'), 'PresetsPage', 'presets'),
  },
  {
    path: 'presets/create',
    page: lazyPage(
      () => import('./pages/create-preset.tsx'),
      'CreatePresetPage',
      'presets',
      'presets.form',
    ),
  },
  {
    path: 'presets/:presetId',
    prefetch: lazyQuery(async () => {
      const { presetQuery } = await import('./data.ts');
      return ({ scope, params: { presetId = '' } }) => presetQuery(scope, presetId);
    }),
    page: lazyPage(() => import('./pages/preset.tsx'), 'PresetPage', 'presets', 'presets.form'),
  },
];
