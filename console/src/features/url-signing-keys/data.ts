import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

export const PAGE_LIMIT = 100;

/** URL signing keys of the team, newest first, without their secrets. */
export const keysQuery = (scope: TeamScope, filter: { q: string; page: number }) =>
  queryOptions({
    queryKey: teamKey(scope, 'url-signing-keys', filter),
    queryFn: ({ signal }) =>
      scope.api.urlSigningKeys.list(
        { page: filter.page, limit: PAGE_LIMIT, ...(filter.q !== '' && { q: filter.q }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const secretQuery = (scope: TeamScope, id: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'url-signing-key-secret', id),
    queryFn: ({ signal }) => scope.api.urlSigningKeys.secret({ id }, { signal }),
  });

/** The answer has the secret. */
export const createKey = (scope: TeamScope) => scope.api.urlSigningKeys.create({});

/** 409 while a playback channel uses it. */
export const deleteKey = (scope: TeamScope, id: string) => scope.api.urlSigningKeys.delete({ id });

export async function refreshKeys(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: teamKey(scope, 'url-signing-keys') });
}
