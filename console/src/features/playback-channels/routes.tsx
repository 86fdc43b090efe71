import { lazyPage } from '../../base/router/lazy-page.ts';
import type { Route } from '../../base/router/route.ts';
import { lazyQuery } from '../../base/lazy-query.ts';

const channels = lazyQuery(async () => {
  const { channelsQuery } = await import('./data.ts');
  return ({ scope }) => channelsQuery(scope);
});

/** Playback channels of a team, and what members may know of who watches there. */
export const playbackChannelRoutes: readonly Route[] = [
  {
    path: 'playback-channels',
    prefetch: channels,
    page: lazyPage(() => import('./pages/channels.tsx'), 'ChannelsPage', 'playbackChannels'),
  },
  {
    path: 'playback-channels/:channelId',
    prefetch: lazyQuery(async () => {
      const { channelQuery } = await import('./data.ts');
      return ({ scope, params: { channelId = '' } }) => channelQuery(scope, channelId);
    }),
    page: lazyPage(() => import('./pages/channel.tsx'), 'ChannelPage', 'playbackChannels'),
  },
  {
    path: 'signed-url',
    prefetch: channels,
    page: lazyPage(() => import('./pages/policies.tsx'), 'SignedUrlsPage', 'playbackChannels'),
  },
  {
    path: 'allowed-blocked-website',
    prefetch: channels,
    page: lazyPage(() => import('./pages/policies.tsx'), 'AllowedWebsitesPage', 'playbackChannels'),
  },
];
