import type { DrmModel } from '@kinora/contract/drm';
import type { AccessPolicy, PlaybackChannel } from '@kinora/contract/playback-channels';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** Playback channels of the team, its default one first. */
export const channelsQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'playback-channels'),
    queryFn: ({ signal }) => scope.api.playbackChannels.list({ limit: 100 }, { signal }),
    staleTime: 60_000,
  });

export const channelQuery = (scope: TeamScope, id: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'playback-channel', id),
    queryFn: ({ signal }) => scope.api.playbackChannels.get({ id }, { signal }),
  });

/** How many projects and videos a change of a channel concerns. */
export const channelUsesQuery = (scope: TeamScope, id: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'playback-channel-uses', id),
    queryFn: ({ signal }) => scope.api.playbackChannels.uses({ id }, { signal }),
    staleTime: 0,
  });

export type SignedUrlRules = { required: boolean; acceptsArkV2: boolean };

export type Access = {
  policy: AccessPolicy;
  allowDomains: string[];
  denyDomains: string[];
  allowNoReferrer: boolean;
};

/** A change of a channel answers the channel as it is then. */
export const changes = (scope: TeamScope, id: string) => {
  const { playbackChannels } = scope.api;
  return {
    rename: (name: string) => playbackChannels.rename({ id, name }),
    addDomains: (domains: string[]) => playbackChannels.addDomains({ id, domains }),
    removeDomain: (domain: string) => playbackChannels.removeDomains({ id, domains: [domain] }),
    checkDomain: (domain: string) => playbackChannels.checkDomain({ id, domain }),
    setAccess: (access: Access) => playbackChannels.setAccess({ id, ...access }),
    setSignedUrl: (rules: SignedUrlRules) => playbackChannels.setSignedUrl({ id, ...rules }),
    setDefaultDrmModel: (model: DrmModel) =>
      playbackChannels.setDefaultDrmModel({ id, defaultDrmModelForNonClassicDelivery: model }),
    addKey: (keyId: string) => playbackChannels.addKeys({ id, urlSigningKeyIds: [keyId] }),
    removeKey: (keyId: string) => playbackChannels.removeKey({ id, keyId }),
    delete: () => playbackChannels.delete({ id }),
  };
};

/** The project's videos play on these too. */
export const addChannels = (scope: TeamScope, key: string, playbackChannelIds: string[]) =>
  scope.api.projects.addChannels({ key, playbackChannelIds });

/** 409 for the primary one, and the last that its multi-DRM videos need (`drm_in_use`). */
export const removeChannel = (scope: TeamScope, key: string, playbackChannelId: string) =>
  scope.api.projects.removeChannels({ key, playbackChannelIds: [playbackChannelId] });

/** Addresses that are handed out are on this one from now on. */
export const setPrimaryChannel = (scope: TeamScope, key: string, playbackChannelId: string) =>
  scope.api.projects.setPrimaryChannel({ key, playbackChannelId });

export const createChannel = (scope: TeamScope, name: string) =>
  scope.api.playbackChannels.create({ name });

/** Shows a channel as its change has answered it, and refetches the lists. */
export async function showChannel(
  queryClient: QueryClient,
  scope: TeamScope,
  channel: PlaybackChannel,
): Promise<void> {
  queryClient.setQueryData(channelQuery(scope, channel.id).queryKey, channel);
  await refreshChannels(queryClient, scope);
}

/** Videos say whether their links have to be signed. */
export async function refreshChannels(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  const names = ['playback-channels', 'videos', 'video'];
  await Promise.all(
    names.map((name) => queryClient.invalidateQueries({ queryKey: teamKey(scope, name) })),
  );
}
