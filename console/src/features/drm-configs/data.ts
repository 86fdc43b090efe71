import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** The team's one configuration, and its keys. */
export const jwtKeysQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'jwt-keys'),
    queryFn: async ({ signal }) => {
      const { data: configs } = await scope.api.drmConfigs.list({}, { signal });
      const id = configs[0]?.id ?? '';
      const { data } = await scope.api.drmConfigs.listKeys({ id }, { signal });
      return { configId: id, keys: data };
    },
  });

export const createJwtKey = (
  scope: TeamScope,
  input: { id: string; name: string; publicKey: string },
) => scope.api.drmConfigs.createKey(input);

export const deleteJwtKey = (scope: TeamScope, input: { id: string; keyId: string }) =>
  scope.api.drmConfigs.deleteKey(input);

export async function refreshJwtKeys(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: teamKey(scope, 'jwt-keys') });
}
