import { lazyPage } from '../../base/router/lazy-page.ts';
import { Redirect, type Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';
import { paths } from '../../paths.ts';

/** Geo-blocking rules of a team: the list, which is the first page of its management, a new one, and one. */
export const geoblockRuleRoutes: readonly Route[] = [
  {
    path: '',
    enter: ({ address: { params } }) => {
      throw new Redirect({ to: paths.geoBlocking(params['teamName'] ?? '') });
    },
  },
  {
    path: 'geo-blocking',
    prefetch: lazyQuery(() => import('./pages/geo-blocking.tsx')),
    page: lazyPage(
      () => import('./pages/geo-blocking.tsx'),
      'GeoBlockingPage',
      'geoblockRules',
      'geoblockRules.pages',
    ),
  },
  {
    path: 'geo-blocking/create',
    prefetch: lazyQuery(() => import('./pages/geoblock-rule.tsx')),
    page: lazyPage(
      () => import('./pages/geoblock-rule.tsx'),
      'CreateGeoblockRulePage',
      'geoblockRules',
      'geoblockRules.pages',
    ),
  },
  {
    path: 'geo-blocking/:ruleId',
    prefetch: lazyQuery(() => import('./pages/geoblock-rule.tsx')),
    page: lazyPage(
      () => import('./pages/geoblock-rule.tsx'),
      'EditGeoblockRulePage',
      'geoblockRules',
      'geoblockRules.pages',
    ),
  },
];
