import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';

/** Says why a viewer may watch, or may not. */
export const accessCheckRoutes: readonly Route[] = [
  {
    path: 'access-checks',
    page: lazyPage(
      () => import('./pages/access-checks.tsx'),
      'AccessChecksPage',
      'geoblockRules',
      'accessChecks',
      'geoblockRules.pages',
    ),
  },
];
