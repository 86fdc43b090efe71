import type { Project } from '@kinora/contract/projects';
import { useQueryClient } from '@tanstack/react-query';
import { teamKey, useTeamScope } from '../../../../base/team-scope.ts';
import { projectQuery, refreshProjects } from '../../data.ts';

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
