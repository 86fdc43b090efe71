import type { KeyServer } from '@kinora/contract/key-servers';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, use } from 'react';
import { teamKey, type TeamScope, useTeamScope } from '../../base/team-scope.ts';

/** Key servers of the team, newest first; no more are possible than one list holds. */
export const keyServersQuery = (scope: TeamScope, q = '') =>
  queryOptions({
    queryKey: teamKey(scope, 'key-servers', q),
    queryFn: ({ signal }) => scope.api.keyServers.list(q === '' ? {} : { q }, { signal }),
    placeholderData: keepPreviousData,
  });

export const keyServerQuery = (scope: TeamScope, id: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'key-server', id),
    queryFn: ({ signal }) => scope.api.keyServers.get({ id }, { signal }),
  });

/** Active key servers of the team; the project may choose one. */
export const projectKeyServersQuery = (scope: TeamScope, key: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'project', key, 'key-servers'),
    queryFn: ({ signal }) => scope.api.projects.keyServers({ key }, { signal }),
  });

/** The secrets are asked for when they are shown, and not kept. */
export const secretsQuery = (scope: TeamScope, id: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'key-server-secrets', id),
    queryFn: ({ signal }) => scope.api.keyServers.secrets({ id }, { signal }),
  });

/** 409 when the team has as many as it can have. */
export const createKeyServer = (scope: TeamScope, input: { name: string; note: string }) =>
  scope.api.keyServers.create(input);

type Change = Omit<Parameters<TeamScope['api']['keyServers']['update']>[0], 'id'>;

/** The changes of one server. `delete` and `deactivate` answer 409 while a preset uses it. */
export function changes({ api: { keyServers } }: TeamScope, id: string) {
  return {
    update: (change: Change) => keyServers.update({ id, ...change }),
    test: () => keyServers.test({ id }),
    activate: () => keyServers.activate({ id }),
    deactivate: () => keyServers.deactivate({ id }),
    delete: () => keyServers.delete({ id }),
  };
}

/** Asks again for all that is known of key servers. */
export async function refreshKeyServers(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'key-server') }),
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'key-servers') }),
  ]);
}

/** Shows what a change has answered, on all pages of the server. */
export function useShowKeyServer(): (changed: KeyServer) => Promise<void> {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return async (changed) => {
    queryClient.setQueryData(keyServerQuery(scope, changed.id).queryKey, changed);
    await queryClient.invalidateQueries({ queryKey: teamKey(scope, 'key-servers') });
  };
}

export const KeyServerContext = createContext<KeyServer | undefined>(undefined);

/** The server of the open page. */
export function useKeyServer(): KeyServer {
  const server = use(KeyServerContext);
  if (server === undefined) throw new Error('Used outside the pages of a key server');
  return server;
}
