import type { FetchQueryOptions } from '@tanstack/react-query';
import { loadPart } from './new-version.ts';
import type { Address, Route } from './router/route.ts';
import { type TeamScope, teamScope } from './team-scope.ts';

type Query = (address: Address & { scope: TeamScope }) => object;

/**
 * Begins to fetch what a page below a team will ask for. Neither the page nor the first load waits
 * for it: also what knows the query comes by itself, and a failure is the page's to tell.
 */
export function lazyQuery(load: () => Promise<Query>): NonNullable<Route['prefetch']> {
  return ({ queryClient, address }) => {
    const { teamName = '' } = address.params;
    loadPart(load)
      .then((query) => query({ ...address, scope: teamScope(teamName) }))
      .then((options) => queryClient.prefetchQuery(options as FetchQueryOptions))
      .catch(() => undefined);
  };
}
