import type { TeamRole } from '@kinora/contract/fields';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { refreshMe } from '../../base/session.ts';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** The people of the team, in Thai order. */
export const teamMembersQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'team-members'),
    queryFn: ({ signal }) => scope.api.teamMembers.myTeam({}, { signal }),
  });

/** Fields left out stay; 409 `last-administrator`. */
export const updateMember = (
  scope: TeamScope,
  accountId: string,
  change: { role?: TeamRole; isEnabled?: boolean },
) => scope.api.teamMembers.update({ accountId, ...change });

/** 409 `last-administrator`. */
export const removeMember = (scope: TeamScope, accountId: string) =>
  scope.api.teamMembers.remove({ accountId });

/** The change may have been of one's own rights. */
export async function refreshMembers(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'team-members') }),
    // Live updates tell of it as well.
    refreshMe(queryClient).catch(() => undefined),
  ]);
}
