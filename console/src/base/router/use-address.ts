import { useSyncExternalStore } from 'react';
import { getAddress, getState, navigate, type Shown, subscribe } from './navigation.ts';
import { decodePath } from './route.ts';
import type { RawSearch } from './search.ts';

/** Part of what is shown; `select` must answer the same thing while nothing has changed. */
export function useShown<T>(select: (shown: Shown | undefined) => T): T {
  return useSyncExternalStore(subscribe, () => select(getState().shown));
}

/** True while the page of another address loads. */
export const useIsLoading = (): boolean =>
  useSyncExternalStore(subscribe, () => getState().isLoading);

/** The decoded path of the page; '' before the first one is shown. */
export const usePath = (): string =>
  useShown((shown) => (shown === undefined ? '' : decodePath(shown.address.path)));

/** The fragment of the page's address, without #. */
export const useHash = (): string => useShown((shown) => shown?.address.hash ?? '');

/** One parameter of the address, decoded. Throws where the route has none of that name. */
export function useRouteParam(name: string): string {
  const value = useOptionalParam(name);
  if (value === undefined) throw new Error(`The route has no parameter ${name}`);
  return value;
}

/** One parameter of the address, decoded, if its route has one of that name. */
export const useOptionalParam = (name: string): string | undefined =>
  useShown((shown) => shown?.address.params[name]);

/** Gets a part of what the routes' `enter` answered, which is all in one object. */
export const useRouteData = <T>(select: (data: object) => T): T =>
  useShown((shown) => select(shown?.data ?? none));

/** True on the page of that address, whatever its search. */
export function useIsAt(to: string): boolean {
  const path = decodePath(to);
  return useShown((shown) => shown !== undefined && decodePath(shown.address.path) === path);
}

const none = {};

type Change = Record<string, string | number | undefined>;

/**
 * The search parameters of the page as `read` understands them, and a function that changes some
 * of them (undefined or '' removes one). A change replaces the address unless `push` is set.
 */
export function useSearchParams<T>(
  read: (raw: RawSearch) => T,
): [T, (change: Change, options?: { push?: boolean }) => void] {
  const raw = useShown((shown) => shown?.address.search) ?? none;
  const change = (next: Change, { push = false } = {}) => {
    const { path, search } = getAddress();
    void navigate({
      to: path,
      search: { ...search, ...next },
      replace: !push,
      keepScroll: !push,
    });
  };
  return [read(raw), change];
}
