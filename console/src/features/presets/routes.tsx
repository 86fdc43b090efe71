import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

/** The presets of a team: the list, a new one, and one of them. */
export const presetRoutes: readonly Route[] = [
  {
    path: 'presets',
    prefetch: lazyQuery(() => import('./pages/presets.tsx')),
    page: lazyPage(() => import('./pages/presets.tsx'), 'PresetsPage', 'presets'),
  },
  {
    path: 'presets/create',
    prefetch: lazyQuery(() => import('./pages/create-preset.tsx')),
    page: lazyPage(
      () => import('./pages/create-preset.tsx'),
      'CreatePresetPage',
      'presets',
      'presets.form',
    ),
  },
  {
    path: 'presets/:presetId',
    prefetch: lazyQuery(() => import('./pages/preset.tsx')),
    page: lazyPage(() => import('./pages/preset.tsx'), 'PresetPage', 'presets', 'presets.form'),
  },
];
