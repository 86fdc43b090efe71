import type { DrmConfig } from '@kinora/contract/drm-configs';
import type { DrmService } from '@kinora/contract/drm-outputs';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';
import { refreshChannels } from '../playback-channels/data.ts';

/** The team's one configuration. */
export const drmConfigQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'drm-configs'),
    queryFn: async ({ signal }): Promise<DrmConfig> => {
      const { data } = await scope.api.drmConfigs.list({}, { signal });
      const [config] = data;
      if (!config) throw new Error('A team has one DRM configuration');
      return config;
    },
  });

export const jwtKeysQuery = (scope: TeamScope, configId: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'jwt-keys'),
    queryFn: ({ signal }) => scope.api.drmConfigs.listKeys({ id: configId }, { signal }),
  });

export const createJwtKey = (
  scope: TeamScope,
  input: { id: string; name: string; publicKey: string },
) => scope.api.drmConfigs.createKey(input);

export const deleteJwtKey = (scope: TeamScope, input: { id: string; keyId: string }) =>
  scope.api.drmConfigs.deleteKey(input);

export async function refreshJwtKeys(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  // Channels say whether there is any.
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'jwt-keys') }),
    refreshChannels(queryClient, scope),
  ]);
}

type Calls = TeamScope['api']['drmConfigs'];
type Input<Name extends 'updateFairplay' | 'updateWidevine' | 'updatePlayready'> = Omit<
  Parameters<Calls[Name]>[0],
  'id'
>;

/** Sets up a service, or changes the given fields of one. */
export function saving({ api: { drmConfigs } }: TeamScope, { id, ...config }: DrmConfig) {
  return {
    fairplay: ({ certificate, privateKey, ask, ...others }: Input<'updateFairplay'>) => {
      const isWhole = certificate !== undefined && privateKey !== undefined && ask !== undefined;
      const files = isWhole ? { certificate, privateKey, ask } : {};
      return config.fairplayKsmConfig || !isWhole
        ? drmConfigs.updateFairplay({ id, ...others, ...files })
        : drmConfigs.createFairplay({ id, ...others, certificate, privateKey, ask });
    },
    widevine: ({ signingKey, signingIv, ...others }: Input<'updateWidevine'>) => {
      const keys = {
        ...(signingKey !== undefined && { signingKey }),
        ...(signingIv !== undefined && { signingIv }),
      };
      return config.widevineProxyConfig || signingKey === undefined || signingIv === undefined
        ? drmConfigs.updateWidevine({ id, ...others, ...keys })
        : drmConfigs.createWidevine({ id, ...others, signingKey, signingIv });
    },
    /** Answers the secret that was made for a new one. */
    playready: async (input: Input<'updatePlayready'>): Promise<{ secret: string | null }> => {
      if (!config.playreadyProxyConfig) return drmConfigs.createPlayready({ id, ...input });
      await drmConfigs.updatePlayready({ id, ...input });
      return { secret: null };
    },
  };
}

/** 409 `drm_in_use` for the last one while videos need it. */
export function deleteService(
  { api: { drmConfigs } }: TeamScope,
  id: string,
  service: DrmService,
): Promise<void> {
  const calls = {
    fairplay: drmConfigs.deleteFairplay,
    widevine: drmConfigs.deleteWidevine,
    playready: drmConfigs.deletePlayready,
  };
  return calls[service]({ id });
}

/** Turns a channel's licences on or off; 409 `drm_in_use` when videos could then play nowhere. */
export const setChannelDrm = (scope: TeamScope, id: string, hasDrm: boolean) =>
  scope.api.drmConfigs[hasDrm ? 'activate' : 'deactivate']({ playbackChannelIds: [id] });

/** Sets the one host at which players ask for licences; null: each asks its own. */
export const setMediaService = (scope: TeamScope, id: string, hostname: string | null) =>
  scope.api.drmConfigs.setMediaService({ id, hostname });

/** Asks again for the services, and for the channels that give their licences. */
export async function refreshDrm(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  const names = ['drm-configs', 'playback-channels', 'playback-channel'];
  await Promise.all(
    names.map((name) => queryClient.invalidateQueries({ queryKey: teamKey(scope, name) })),
  );
}
