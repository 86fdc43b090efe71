import type { VideoBatch } from '@kinora/contract/video-batches';
import { Button, CloseButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { showToast } from '../../../../base/toasts.ts';
import { ProgressBar } from '../../../../ui/progress.tsx';
import { batchQuery, refreshBatched } from '../../data/batches.ts';
import { isRunning } from '../../rules/batch.ts';
import { unfollowBatch } from './followed.ts';
import { useUndoBatch } from './use-start-batch.ts';
import classes from './bulk-bar.module.css';

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
  const scope = useTeamScope();
  const { data: batch, error } = useQuery(batchQuery(scope, id));
  useEnd(batch);
  const isGone = batch === undefined && error !== null;
  useEffect(() => {
    if (isGone) unfollowBatch(id);
  }, [id, isGone]);
  if (batch === undefined || batch.state === 'cancelled') return null;
  if (isRunning(batch)) return <Progress batch={batch} />;
  return batch.failed > 0 && <Failed batch={batch} />;
}

function useEnd(batch: VideoBatch | undefined): void {
  const t = useTranslations('videos.batch');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const undo = useUndoBatch();
  const hasEnded = batch !== undefined && !isRunning(batch);
  const end = useEffectEvent(() => {
    if (batch === undefined) return;
    void refreshBatched(queryClient, scope);
    const isTold = batch.state === 'completed' && batch.failed > 0;
    if (!isTold) unfollowBatch(batch.id);
    if (isTold || batch.state === 'cancelled') return;
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
  });
  useEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);
}

function Progress({ batch }: { batch: VideoBatch }) {
  const t = useTranslations('videos.batch');
  const undo = useUndoBatch();
  const { id, action, total, done, failed, isUndoable } = batch;
  const [isStopping, setStopping] = useState(false);
  const stop = async () => {
    setStopping(true);
    await undo(id);
    setStopping(false);
  };
  return (
    <section className={classes.bar} aria-label={t('running', { action })}>
      <div className={classes.progress}>
        <span>{t('progress', { action, done: done + failed, total })}</span>
        <ProgressBar
          value={total === 0 ? undefined : (done + failed) / total}
          label={t('running', { action })}
        />
      </div>
      {isUndoable && (
        <Button variant="default" loading={isStopping} onClick={() => void stop()}>
          {t('stop')}
        </Button>
      )}
    </section>
  );
}

function Failed({ batch }: { batch: VideoBatch }) {
  const t = useTranslations('videos.batch');
  const undo = useUndoBatch();
  const [isOpen, setOpen] = useState(false);
  const { id, action, done, failed, total, isUndoable } = batch;
  const close = () => unfollowBatch(id);
  return (
    <section className={classes.bar} aria-label={t('running', { action })}>
      <p className={classes.failed} role="alert">
        {t('failed', { action, failed, total })}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('show')}
        </Button>
        {isUndoable && done > 0 && (
          <Button
            variant="default"
            onClick={() => {
              close();
              void undo(id);
            }}
          >
            {t('undo')}
          </Button>
        )}
        <CloseButton aria-label={t('dismiss')} size="lg" onClick={close} />
      </div>
      <FailuresDialog
        batch={batch}
        opened={isOpen}
        onClose={() => setOpen(false)}
        onRetried={close}
      />
    </section>
  );
}
