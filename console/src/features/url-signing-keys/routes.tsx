import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';

/** The keys with which a team's server signs addresses: the list, and a new one. */
export const urlSigningKeyRoutes: readonly Route[] = [
  {
    path: 'url-signing-keys',
    page: lazyPage(() => import('./pages/keys.tsx'), 'KeysPage', 'urlSigningKeys'),
  },
  {
    path: 'url-signing-keys/create',
    page: lazyPage(() => import('./pages/create-key.tsx'), 'CreateKeyPage', 'urlSigningKeys'),
  },
];
