import type { Video } from '@kinora/contract/videos/video';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { teamKey, type TeamScope, useTeamScope } from './team-scope.ts';

// A video's pages hold sections of many features, which change it here.

export type VideoChange = Omit<Parameters<TeamScope['api']['videos']['update']>[0], 'id'>;

/** Fields left out stay. 422 names the bad ones. */
export const updateVideo = (scope: TeamScope, key: string, change: VideoChange) =>
  scope.api.videos.update({ id: key, ...change });

/** Asks again for all that lists videos or their tags. */
export async function refreshVideos(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'videos') }),
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'video-tags') }),
  ]);
}

/** Returns what shows a video as its change has answered it, and asks again for the lists. */
export function useKeepVideo(): (changed: Video) => Promise<void> {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return async (changed) => {
    queryClient.setQueryData(teamKey(scope, 'video', changed.key), changed);
    await refreshVideos(queryClient, scope);
  };
}
