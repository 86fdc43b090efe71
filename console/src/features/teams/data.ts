import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { refreshMe } from '../../base/session.ts';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** The settings of the team itself, which is the one item that has some. */
export const teamSettingQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'team-setting'),
    queryFn: ({ signal }) => scope.api.teams.settings({}, { signal }),
  });

export const saveTeamName = (scope: TeamScope, itemId: string, name: string) =>
  scope.api.teams.saveSetting({ itemType: 'team', itemId, name });

/** 422 `taken` on the namespace. */
export const createTeam = (scope: TeamScope, input: { namespace: string; name: string }) =>
  scope.api.teams.create(input);

/** The frame shows the names of teams. */
export async function refreshTeam(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'team-setting') }),
    refreshMe(queryClient).catch(() => undefined),
  ]);
}
