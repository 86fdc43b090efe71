/** Projects on one page of the list (specification 2, section 9). */
export const projectsPerPage = 21;

/** The list's part of the address; a page that is no whole number above 0 is the first. */
export function readListSearch(raw: Record<string, unknown>): { page: number; q?: string } {
  const page = Number(raw['page']);
  const q = typeof raw['q'] === 'string' ? raw['q'].trim().slice(0, 200) : '';
  return {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    ...(q !== '' && { q }),
  };
}
