/** The list's search and page, as they stand in the address. */
export function readKeySearch(raw: Record<string, unknown>): { q: string; page: number } {
  const page = Number(raw['page']);
  return {
    q: typeof raw['q'] === 'string' ? raw['q'].trim().slice(0, 200) : '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Where one came from to make a key, and goes when it is made: to the list, or to what signs. */
export function readOrigin(raw: Record<string, unknown>): { from: 'keys' | undefined } {
  return { from: raw['from'] === 'keys' ? 'keys' : undefined };
}
