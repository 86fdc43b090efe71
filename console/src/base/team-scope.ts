import { useRouteContext } from '@tanstack/react-router';
import type { ApiClient } from './api-client.ts';
import { apiFor } from './api-client.ts';
import type { MyTeam } from './session.ts';

/** A feature's `data.ts` works with the team of the address, and the API as it sees it. */
export type TeamScope = { teamName: string; api: ApiClient };

export function teamScope(teamName: string): TeamScope {
  return { teamName, api: apiFor(teamName) };
}

/** Query keys begin with the team, so that one team's data never shows in another. */
export function teamKey(scope: TeamScope, ...rest: readonly unknown[]): readonly unknown[] {
  return ['team', scope.teamName, ...rest];
}

/** The scope of the page; only below `/{teamName}`. */
export function useTeamScope(): TeamScope {
  return teamContext(useRouteContext({ strict: false })).scope;
}

/** The team of the page with the caller's role in it; only below `/{teamName}`. */
export function useTeam(): MyTeam {
  return teamContext(useRouteContext({ strict: false })).team;
}

function teamContext(context: unknown): { scope: TeamScope; team: MyTeam } {
  const found = context as { scope?: TeamScope; team?: MyTeam };
  if (found.scope === undefined || found.team === undefined) {
    throw new Error('Used outside the pages of a team');
  }
  return { scope: found.scope, team: found.team };
}
