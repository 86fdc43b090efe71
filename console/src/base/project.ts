import type { Project } from '@kinora/contract/projects';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { teamKey, type TeamScope, useTeamScope } from './team-scope.ts';

// A project's pages hold sections of many features, which ask for it here.

/** One project by its key or id; 404 when the caller may not see it. */
export const projectQuery = (scope: TeamScope, key: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'project', key),
    queryFn: ({ signal }) => scope.api.projects.get({ key }, { signal }),
  });

/** Players of the team, by name: one is a project's, and an address may name another. */
export const playersQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'players'),
    queryFn: ({ signal }) => scope.api.players.list({}, { signal }),
  });

/** Set by `projectRoute`: the cache may be emptied (signing out) while a page is still drawn. */
export const ProjectContext = createContext<Project | undefined>(undefined);

/** The project of the address. Only below `projectRoute`, which has loaded it. */
export function useProject(): Project {
  const project = use(ProjectContext);
  if (project === undefined) throw new Error('Used outside the pages of a project');
  return project;
}

export type ProjectChange = Omit<Parameters<TeamScope['api']['projects']['update']>[0], 'key'>;

/** Fields left out stay as they are. */
export const updateProject = (scope: TeamScope, key: string, change: ProjectChange) =>
  scope.api.projects.update({ key, ...change });

/** Asks again for all that is known of projects: their counts and covers have changed. */
export async function refreshProjects(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'project') }),
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'projects') }),
  ]);
}

/** Returns what keeps a changed project, and asks again for the lists that show or count it. */
export function useKeepProject(): (changed: Project) => Promise<void> {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return async (changed) => {
    queryClient.setQueryData(projectQuery(scope, changed.key).queryKey, changed);
    await Promise.all([
      refreshProjects(queryClient, scope),
      queryClient.invalidateQueries({ queryKey: teamKey(scope, 'playback-channels') }),
    ]);
  };
}
