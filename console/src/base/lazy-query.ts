import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import { loadPart } from './new-version.ts';
import type { RawSearch } from './search-params.ts';
import type { TeamScope } from './team-scope.ts';

type Address = { scope: TeamScope; params: Record<string, string>; search: RawSearch };

/** TanStack Router gives this to a loader of a route below a team. */
type LoaderArgs = {
  context: { queryClient: QueryClient; scope: TeamScope };
  params: object;
  deps: object;
};

/**
 * A loader that begins to fetch what its page will ask for. Neither the page nor the first load
 * waits for it: also what knows the query comes by itself, and a failure is the page's to tell.
 */
export function lazyQuery(load: () => Promise<(address: Address) => object>) {
  return ({ context: { queryClient, scope }, params, deps }: LoaderArgs): void => {
    const address = { scope, params: params as Address['params'], search: deps as RawSearch };
    loadPart(load)
      .then((query) => queryClient.prefetchQuery(query(address) as FetchQueryOptions))
      .catch(() => undefined);
  };
}

/** The whole search of the address, for loaders that read it. */
export const wholeSearch = ({ search }: { search: object }): object => search;
