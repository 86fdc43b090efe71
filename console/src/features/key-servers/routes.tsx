import { lazyQuery } from '../../base/lazy-query.ts';
import { lazyPage } from '../../base/router/lazy-page.ts';
import { Redirect, type Route } from '../../base/router/route.ts';
import { paths } from '../../paths.ts';

/** Customers' servers that give the keys of encrypted streams: the list, and the tabs of one. */
export const keyServerRoutes: readonly Route[] = [
  {
    path: 'clear-key',
    page: lazyPage(() => import('./pages/key-servers.tsx'), 'KeyServersPage', 'keyServers'),
  },
  {
    path: 'key-servers',
    enter: ({ address: { params } }) => {
      throw new Redirect({ to: paths.keyServers(params['teamName'] ?? '') });
    },
  },
  {
    path: 'key-servers/:keyServerId',
    prefetch: lazyQuery(() => import('./pages/key-server.tsx')),
    page: lazyPage(() => import('./pages/key-server.tsx'), 'KeyServerPage', 'keyServers'),
    routes: [
      {
        path: '',
        page: lazyPage(() => import('./pages/info.tsx'), 'InfoPage', 'keyServers'),
      },
      {
        path: 'settings',
        page: lazyPage(() => import('./pages/settings.tsx'), 'SettingsPage', 'keyServers'),
      },
      {
        path: 'test',
        page: lazyPage(() => import('./pages/test.tsx'), 'TestPage', 'keyServers'),
      },
    ],
  },
];
