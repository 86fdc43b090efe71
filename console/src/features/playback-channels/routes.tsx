import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

/** Playback channels of a team, and the facts about access there that members may see. */
export const playbackChannelRoutes: readonly Route[] = [
  {
    path: 'playback-channels',
    prefetch: lazyQuery(() => import('./pages/channels.tsx')),
    page: lazyPage(
      () => import('./pages/channels.tsx'),
      'ChannelsPage',
      'playbackChannels',
      'geoblockRules',
    ),
  },
  {
    path: 'playback-channels/:channelId',
    prefetch: lazyQuery(() => import('./pages/channel.tsx')),
    page: lazyPage(
      () => import('./pages/channel.tsx'),
      'ChannelPage',
      'playbackChannels',
      'geoblockRules',
      'drmConfigs.devices',
    ),
  },
  {
    path: 'use-signing-key',
    page: lazyPage(() => import('./pages/use-key.tsx'), 'UseKeyPage', 'playbackChannels'),
  },
  {
    path: 'signed-url',
    prefetch: lazyQuery(() => import('./pages/policies.tsx')),
    page: lazyPage(() => import('./pages/policies.tsx'), 'SignedUrlsPage', 'playbackChannels'),
  },
  {
    path: 'allowed-blocked-website',
    prefetch: lazyQuery(() => import('./pages/policies.tsx')),
    page: lazyPage(() => import('./pages/policies.tsx'), 'AllowedWebsitesPage', 'playbackChannels'),
  },
];
