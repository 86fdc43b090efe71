import type { ProjectSort } from '@kinora/contract/projects';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** Projects of the team that the caller may see; newest first and 21 a page by default. */
export const projectsQuery = (
  scope: TeamScope,
  filter: { page?: number; q?: string; limit?: number; sort?: ProjectSort } = {},
) =>
  queryOptions({
    queryKey: teamKey(scope, 'projects', filter),
    queryFn: ({ signal }) => scope.api.projects.list(filter, { signal }),
    placeholderData: keepPreviousData,
  });

/** Storages that a new project's files can go to. */
export const hostingsQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'hostings'),
    queryFn: ({ signal }) => scope.api.projects.hostings({}, { signal }),
  });

/** Tags in use, of one project or of all that the caller may see, by name; at most 100. */
export const tagsQuery = (scope: TeamScope, filter: { projectKey?: string; q?: string }) =>
  queryOptions({
    queryKey: teamKey(scope, 'video-tags', filter),
    queryFn: ({ signal }) => scope.api.videos.tags({ ...filter, limit: 100 }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export type NewProject = Parameters<TeamScope['api']['projects']['create']>[0];

/** The answer's key is the entered one, a dash and a random suffix. 422 names the bad fields. */
export const createProject = (scope: TeamScope, input: NewProject) =>
  scope.api.projects.create(input);
