import type { ApiClient } from './api-client.ts';
import { createApi } from './api-client.ts';
import { useRouteData } from './router/use-address.ts';
import { type MyTeam, useMe } from './session.ts';

/** A feature's `data.ts` works with the team of the address, and the API as it sees it. */
export type TeamScope = { teamName: string; api: ApiClient };

/** The pages of a team know this much of it. */
export type TeamData = { team: MyTeam; scope: TeamScope };

let latest: TeamScope | undefined;

/** One object as long as the team stays the same, for effects that depend on it. */
export function teamScope(teamName: string): TeamScope {
  if (latest?.teamName !== teamName) latest = { teamName, api: createApi(teamName) };
  return latest;
}

/** Query keys begin with the team, so that one team's data never shows in another. */
export function teamKey(scope: TeamScope, ...rest: readonly unknown[]): readonly unknown[] {
  return ['team', scope.teamName, ...rest];
}

/** The scope of the page; only below `/{teamName}`. */
export const useTeamScope = (): TeamScope => useTeamPart('scope');

/** The team of the page with the caller's present role in it; only below `/{teamName}`. */
export function useTeam(): MyTeam {
  const entered = useTeamPart('team');
  return useMe()?.teams.find(({ id }) => id === entered.id) ?? entered;
}

function useTeamPart<Part extends keyof TeamData>(part: Part): TeamData[Part] {
  const found = useRouteData((data: Partial<TeamData>) => data[part]);
  if (found === undefined) throw new Error('Used outside the pages of a team');
  return found;
}
