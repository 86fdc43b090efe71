import { useNavigate, useSearch } from '@tanstack/react-router';

/** A search string as it stands in the address: names to text, nothing is read as JSON. */
export type RawSearch = Record<string, string>;

export function parseSearch(search: string): RawSearch {
  return Object.fromEntries(new URLSearchParams(search));
}

/** `?a=1&b=x`; empty and missing values leave the address. Commas and slashes stay readable. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    if (typeof value === 'string' || typeof value === 'number') params.set(name, String(value));
  }
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

type Change = Record<string, string | number | undefined>;

/**
 * The search parameters of the page as `read` understands them, and a function that changes some
 * of them (undefined or '' removes one). A change replaces the address unless `push` is set.
 */
export function useSearchParams<T>(
  read: (raw: RawSearch) => T,
): [T, (change: Change, options?: { push?: boolean }) => void] {
  const raw = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const change = (next: Change, options?: { push?: boolean }) => {
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...next }),
      replace: options?.push !== true,
      resetScroll: options?.push === true,
    } as never);
  };
  return [read(raw), change];
}
