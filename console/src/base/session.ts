import type { Me } from '@kinora/contract/accounts';
import {
  queryOptions,
  type QueryClient,
  type UseMutationResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createApi } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { switchLanguage } from './i18n/language.ts';
import { forgetRecent } from './recent.ts';
import type { Lang } from './i18n/messages.ts';
import { type SaveOptions, useSave } from './use-save.ts';

export type MyTeam = Me['teams'][number];

/** Queries the signed-in account and its teams. 401 when none is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => createApi(null).accounts.me({}, { signal }),
  staleTime: 5 * 60_000,
});

/** The signed-in person; undefined while it loads or when there is none. */
export function useMe(): Me | undefined {
  return useQuery({ ...meQuery, enabled: false }).data;
}

/** Reads the person's teams and rights again, for what of them the open pages show. */
export function refreshMe(queryClient: QueryClient): Promise<Me> {
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** Finds the signed-in person, or null. Other failures are thrown. */
export async function findMe(queryClient: QueryClient): Promise<Me | null> {
  try {
    return await queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Ends the session and forgets everything that was loaded for it. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  isEnding = true;
  try {
    // The server would refuse these reads a moment later.
    await queryClient.cancelQueries();
    await createApi(null).accounts.signOut({});
    queryClient.clear();
    forgetRecent();
  } finally {
    isEnding = false;
  }
}

let isEnding = false;

/** Says whether one is signing out at this moment. */
export const isSessionEnding = () => isEnding;

/** Changes the language at once, and stores it with the account if one is signed in. */
export function useChooseLanguage(
  options: Pick<SaveOptions<Lang, unknown>, 'shownByPage'> = {},
): UseMutationResult<unknown, Error, Lang> {
  const queryClient = useQueryClient();
  return useSave<Lang>({
    ...options,
    run: async (lang) => {
      const isSignedIn = queryClient.getQueryData(meQuery.queryKey) !== undefined;
      // This comes first, as a route that is preloaded in the meantime reads the person's language.
      queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, lang });
      await switchLanguage(lang);
      if (isSignedIn) await createApi(null).accounts.setLanguage({ lang });
    },
  });
}
