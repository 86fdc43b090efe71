import type { VideoBatch } from '@kinora/contract/video-batches';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { teamKey, type TeamScope } from '../../../base/team-scope.ts';
import { refreshProjects } from '../../../base/project.ts';
import { refreshVideos } from '../../../base/video.ts';
import { getWorkInterval } from '../../../base/work-progress.ts';

/** The caller's changes of many videos of the last day, newest first. */
export const batchesQuery = (scope: TeamScope) =>
  queryOptions({
    queryKey: teamKey(scope, 'works', 'video-batches'),
    queryFn: ({ signal }) => scope.api.videoBatches.list({}, { signal }),
  });

/** One change of many videos; asked for again until it has ended. */
export const batchQuery = (scope: TeamScope, id: string) =>
  queryOptions({
    queryKey: teamKey(scope, 'work', id),
    queryFn: ({ signal }) => scope.api.videoBatches.get({ id }, { signal }),
    refetchInterval: ({ state }) => getWorkInterval(state.data),
  });

export type NewBatch = Parameters<TeamScope['api']['videoBatches']['create']>[0];

/** 409 `batch_too_large` where a filter matches too many. */
export const createBatch = (scope: TeamScope, batch: NewBatch): Promise<VideoBatch> =>
  scope.api.videoBatches.create(batch);

/** Takes a change back; one that runs is stopped. 409 `nothing_to_undo` when it was done before. */
export const undoBatch = (scope: TeamScope, batchId: string): Promise<VideoBatch> =>
  scope.api.videoBatches.undo({ batchId });

/** Asks again for all that a change of many videos may have changed. */
export async function refreshBatched(queryClient: QueryClient, scope: TeamScope): Promise<void> {
  await Promise.all([
    refreshVideos(queryClient, scope),
    refreshProjects(queryClient, scope),
    queryClient.invalidateQueries({ queryKey: batchesQuery(scope).queryKey }),
    queryClient.invalidateQueries({ queryKey: teamKey(scope, 'video') }),
  ]);
}
