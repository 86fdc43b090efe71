import type { TeamRole } from '@kinora/contract/fields';
import type { ProjectSort } from '@kinora/contract/projects';

/** Decisions, section 3: admins and managers of the team create projects. */
export function mayCreateProjects(role: TeamRole): boolean {
  return role !== 'user';
}

/** The orders of the list; what was worked on last comes first unless the person wants names. */
export const LIST_SORTS = ['lastActivityAt', 'name'] as const satisfies readonly ProjectSort[];

type ListSearch = { page: number; sort: (typeof LIST_SORTS)[number]; q?: string };

/** The list's part of the address; a page that is no whole number above 0 is the first. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const page = Number(raw['page']);
  const q = typeof raw['q'] === 'string' ? raw['q'].trim().slice(0, 200) : '';
  return {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    sort: raw['sort'] === 'name' ? 'name' : 'lastActivityAt',
    ...(q !== '' && { q }),
  };
}
