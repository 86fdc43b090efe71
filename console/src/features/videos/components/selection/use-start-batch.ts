import type { VideoBatch } from '@kinora/contract/video-batches';
import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFailureToast } from '../../../../base/failure-toast.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useSave } from '../../../../base/use-save.ts';
import { batchQuery, createBatch, type NewBatch, undoBatch } from '../../data/batches.ts';
import { followBatch } from './followed.ts';

/** Shows a batch that was begun until its end. */
function useFollow(): (batch: VideoBatch) => void {
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  return (batch) => {
    queryClient.setQueryData(batchQuery(scope, batch.id).queryKey, batch);
    followBatch(scope.teamName, batch.id);
  };
}

/** Changes many videos; `onStarted` once the server has them. */
export function useStartBatch(
  onStarted: () => void,
): UseMutationResult<VideoBatch, Error, NewBatch> {
  const t = useTranslations('videos');
  const scope = useTeamScope();
  const follow = useFollow();
  return useSave<NewBatch, VideoBatch>({
    run: (batch) => createBatch(scope, batch),
    item: t('item'),
    onDone: (batch) => {
      follow(batch);
      onStarted();
    },
  });
}

/** Takes a batch back, also when its page has been left since. */
export function useUndoBatch(): (id: string) => Promise<void> {
  const scope = useTeamScope();
  const follow = useFollow();
  const showFailure = useFailureToast();
  return async (id) => {
    try {
      follow(await undoBatch(scope, id));
    } catch (error) {
      showFailure(error, { action: 'save' });
    }
  };
}
