import type { TeamRole } from '@kinora/contract/fields';
import type { ProjectSort } from '@kinora/contract/projects';
import { readListSearch } from '../../base/router/list-search.ts';

/** Decisions, section 3: admins and managers of the team create projects. */
export function mayCreateProjects(role: TeamRole): boolean {
  return role !== 'user';
}

/** The orders of the list; recently changed projects come first unless the person wants names. */
export const LIST_SORTS = ['lastActivityAt', 'name'] as const satisfies readonly ProjectSort[];

type ProjectSearch = { page: number; sort: (typeof LIST_SORTS)[number]; q?: string };

/** The list's part of the address. */
export function readProjectSearch(raw: Record<string, unknown>): ProjectSearch {
  const { page, q } = readListSearch(raw);
  return {
    page,
    sort: raw['sort'] === 'name' ? 'name' : 'lastActivityAt',
    ...(q !== '' && { q }),
  };
}
