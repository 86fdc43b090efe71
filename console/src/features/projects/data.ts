import type { Project, ProjectSort } from '@kinora/contract/projects';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { teamKey, type TeamScope } from '../../base/team-scope.ts';

/** One project by its key or id; 404 when the caller may not see it. */
export const projectQuery = (scope: TeamScope, key: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'project', key),
    queryFn: ({ signal }) => scope.api.projects.get({ key }, { signal }),
  });

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

/** Players of the team, by name: one is a project's, and an address may name another. */
export const playersQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'players'),
    queryFn: ({ signal }) => scope.api.players.list({}, { signal }),
  });

/** Active key servers of the team, of which the project may choose one. */
export const projectKeyServersQuery = (scope: TeamScope, key: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'project', key, 'key-servers'),
    queryFn: ({ signal }) => scope.api.projects.keyServers({ key }, { signal }),
  });

/** Set by `projectRoute`: the cache may be emptied (signing out) while a page is still drawn. */
export const ProjectContext = createContext<Project | undefined>(undefined);

/** The project of the address. Only below `projectRoute`, which has loaded it. */
export function useProject(): Project {
  const project = use(ProjectContext);
  if (project === undefined) throw new Error('Used outside the pages of a project');
  return project;
}

/** Asks again for all that is known of projects: their counts and covers have changed. */
export async function refreshProjects(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'project') }),
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'projects') }),
  ]);
}

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

/** Fields left out stay as they are. */
export const updateProject = (
  scope: TeamScope,
  key: string,
  change: {
    name?: string;
    description?: string;
    presetId?: string;
    geoblockRuleId?: string;
    /** Null: the standard one. */
    playerId?: string | null;
    /** Null: none. */
    keyServerId?: string | null;
  },
) => scope.api.projects.update({ key, ...change });

/** Its videos play on these too. */
export const addChannels = (scope: TeamScope, key: string, playbackChannelIds: string[]) =>
  scope.api.projects.addChannels({ key, playbackChannelIds });

/** 409 for the primary one, and the last that its multi-DRM videos need (`drm_in_use`). */
export const removeChannel = (scope: TeamScope, key: string, playbackChannelId: string) =>
  scope.api.projects.removeChannels({ key, playbackChannelIds: [playbackChannelId] });

/** Addresses that are handed out are on this one from now on. */
export const setPrimaryChannel = (scope: TeamScope, key: string, playbackChannelId: string) =>
  scope.api.projects.setPrimaryChannel({ key, playbackChannelId });
