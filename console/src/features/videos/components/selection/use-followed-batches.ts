import type { VideoBatch } from '@kinora/contract/video-batches';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { followWork, useFollowedWorks } from '../../../../base/followed-works.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { batchesQuery, batchQuery } from '../../data/batches.ts';

const KIND = 'video-batches';

/** Lists the ids of the team's batches whose end has not been shown yet, running ones included. */
export function useFollowedBatches(): string[] {
  const { data } = useQuery(batchesQuery(useTeamScope()));
  return useFollowedWorks(KIND, data?.data);
}

/** Shows a batch that was begun until its end. */
export function useFollow(): (batch: VideoBatch) => void {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (batch) => {
    queryClient.setQueryData(batchQuery(scope, batch.id).queryKey, batch);
    followWork({ teamName: scope.teamName, kind: KIND, id: batch.id });
  };
}
