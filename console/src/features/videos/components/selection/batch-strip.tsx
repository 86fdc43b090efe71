import type { VideoBatch } from '@kinora/contract/video-batches';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { unfollowWork, useWorkEnd } from '../../../../base/followed-works.ts';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { showToast } from '../../../../base/toasts.ts';
import { WorkStrip } from '../../../../ui/work-strip.tsx';
import { batchQuery, refreshBatched } from '../../data/batches.ts';
import { useUndoBatch } from './use-start-batch.ts';

const FailuresDialog = lazyPart(
  async () => (await import('./failures-dialog.tsx')).FailuresDialog,
  'videos',
  'videos.batch',
);

export function BatchStrips({ ids }: { ids: readonly string[] }) {
  return ids.map((id) => <BatchStrip key={id} id={id} />);
}

/** Shows how far a batch is. At its end a toast says so, unless some failed: then it stays, to be read. */
function BatchStrip({ id }: { id: string }) {
  const t = useTranslations('videos.batch');
  const undo = useUndoBatch();
  const found = useQuery(batchQuery(useTeamScope(), id));
  useWorkEnd(id, found, useTellEnd());
  const { data: batch } = found;
  if (batch === undefined) return null;
  const { action, total, done, failed, isUndoable } = batch;
  const words = {
    running: t('running', { action }),
    progress: t('progress', { action, done: done + failed, total }),
    failed: t('failed', { action, failed, total }),
    stop: t('stop'),
    dismiss: t('dismiss'),
  };
  return (
    <WorkStrip work={batch} words={words} onStop={isUndoable ? () => undo(id) : undefined}>
      <FailedActions batch={batch} />
    </WorkStrip>
  );
}

function useTellEnd(): (batch: VideoBatch) => void {
  const t = useTranslations('videos.batch');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const undo = useUndoBatch();
  return (batch) => {
    void refreshBatched(queryClient, scope);
    if (batch.state === 'cancelled' || batch.failed > 0) return;
    const title = t('done', {
      action: batch.action,
      count: batch.done,
      project: batch.project?.name ?? '',
    });
    if (!batch.isUndoable) showToast('success', { title });
    else {
      const action = { label: t('undo'), onSelect: () => void undo(batch.id) };
      showToast('advanced', { title, action });
    }
  };
}

function FailedActions({ batch }: { batch: VideoBatch }) {
  const t = useTranslations('videos.batch');
  const undo = useUndoBatch();
  const [isOpen, setOpen] = useState(false);
  const { id, done, isUndoable } = batch;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('show')}
      </Button>
      {isUndoable && done > 0 && (
        <Button
          variant="default"
          onClick={() => {
            unfollowWork(id);
            void undo(id);
          }}
        >
          {t('undo')}
        </Button>
      )}
      <FailuresDialog
        batch={batch}
        opened={isOpen}
        onClose={() => setOpen(false)}
        onRetried={() => unfollowWork(id)}
      />
    </>
  );
}
