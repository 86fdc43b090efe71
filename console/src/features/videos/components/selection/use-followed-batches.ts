import type { VideoBatch } from '@kinora/contract/video-batches';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from '../../../../base/store.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { batchesQuery, batchQuery } from '../../data/batches.ts';
import { isRunning } from '../../rules/batch.ts';
import { followBatch, followedBatches } from './followed.ts';

/** Lists the ids of the team's batches whose end is still to be told; one that runs is among them. */
export function useFollowedBatches(): string[] {
  const scope = useTeamScope();
  const { teamName } = scope;
  const { data } = useQuery(batchesQuery(scope));
  useEffect(() => {
    for (const batch of data?.data ?? []) {
      if (isRunning(batch)) followBatch(teamName, batch.id);
    }
  }, [teamName, data]);
  const followed = useStore(followedBatches);
  return followed.flatMap((one) => (one.teamName === teamName ? [one.id] : []));
}

/** Shows a batch that was begun until its end. */
export function useFollow(): (batch: VideoBatch) => void {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (batch) => {
    queryClient.setQueryData(batchQuery(scope, batch.id).queryKey, batch);
    followBatch(scope.teamName, batch.id);
  };
}
