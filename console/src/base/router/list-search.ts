/** The highest page that a list answers, as the contract has it. */
const MAX_PAGE = 100_000;
const MAX_TEXT = 200;

export type ListSearch = { q: string; page: number };

/** A list's search and page from its address; an invalid page is the first. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const page = Number(raw['page']);
  return {
    q: typeof raw['q'] === 'string' ? raw['q'].trim().slice(0, MAX_TEXT) : '',
    page: Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1,
  };
}

/** Names what a new thing is a copy of, or the page that led here. */
export function readFrom(raw: Record<string, unknown>): { from: string | undefined } {
  const { from } = raw;
  return { from: typeof from === 'string' && from !== '' ? from : undefined };
}
