import type { VideoBatch } from '@kinora/contract/video-batches';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useFailureToast } from '../../../../base/failure-toast.ts';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useSave } from '../../../../base/use-save.ts';
import { createBatch, type NewBatch, undoBatch } from '../../data/batches.ts';
import { useFollow } from './use-followed-batches.ts';

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
