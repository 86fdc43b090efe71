import type { FetchQueryOptions } from '@tanstack/react-query';
import { loadPart } from './new-version.ts';
import type { Address, Route } from './router/route.ts';
import { type TeamScope, teamScope } from './team-scope.ts';

/** Names what a page below a team asks for first, by its address. */
export type PageQuery = (address: Address & { scope: TeamScope }) => object | readonly object[];

/**
 * Fetches what a page below a team will ask for, as soon as its code is there. A failure is the page's
 * to tell.
 */
export function lazyQuery(
  load: () => Promise<{ pageQuery: PageQuery }>,
): NonNullable<Route['prefetch']> {
  return async ({ queryClient, address }, signal) => {
    const { teamName = '' } = address.params;
    try {
      const { pageQuery } = await loadPart(load);
      if (signal?.aborted) return;
      const queries = [pageQuery({ ...address, scope: teamScope(teamName) })].flat();
      await Promise.all(
        queries.map((query) => queryClient.prefetchQuery(query as FetchQueryOptions)),
      );
    } catch {
      // The page can't be loaded either, and says so.
    }
  };
}
