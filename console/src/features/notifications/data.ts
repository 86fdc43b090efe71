import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** A page of one's own notifications, newest first, with the counts of all; null for the first page. */
export const notificationsQuery = (scope: TeamScope, next: string | null) =>
  queryOptions({
    queryKey: teamKey(scope, 'notifications', next),
    queryFn: ({ signal }) =>
      scope.api.notifications.list(next === null ? {} : { next }, { signal }),
  });

/** Resets the count of the bell for all that came up to this time. */
export async function markSeen(
  queryClient: QueryClient,
  scope: TeamScope,
  upTo: string,
): Promise<void> {
  await scope.api.notifications.markSeen({ upTo });
  await refresh(queryClient, scope);
}

export type Marked = { ids: string[] } | { upTo: string };

export async function markRead(
  queryClient: QueryClient,
  scope: TeamScope,
  marked: Marked,
): Promise<void> {
  await scope.api.notifications.markRead(marked);
  await refresh(queryClient, scope);
}

const refresh = (queryClient: QueryClient, scope: TeamScope) =>
  queryClient.invalidateQueries({ queryKey: teamKey(scope, 'notifications') });
