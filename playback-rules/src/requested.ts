import type { Requested } from './rule.ts';

/** Reads an address as it was sent: its path, its query, and whether it is that of a page. */
export function toRequested(
  place: Omit<Requested, 'path' | 'query' | 'isPage'>,
  address: string,
): Requested {
  const mark = address.indexOf('?');
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = mark < 0 ? '' : address.slice(mark + 1);
  const isPage = /^\/(?:embed|watch)\//.test(path);
  return { ...place, path, query, isPage, isMain: place.isMain || isPage };
}
