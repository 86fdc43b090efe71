import type { VideoBatch } from '@kinora/contract/video-batches';
import { Button } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../../../ui/dialog.tsx';
import { planRetry } from '../../rules/batch.ts';
import { useStartBatch } from './use-start-batch.ts';
import classes from './failures-dialog.module.css';

type Props = {
  batch: VideoBatch;
  opened: boolean;
  onClose: () => void;
  /** They are in another batch now. */
  onRetried: () => void;
};

/** Shows which videos were left as they are, and why. */
export function FailuresDialog({ batch, opened, onClose, onRetried }: Props) {
  const t = useTranslations('videos.batch.failures');
  const { failures, failed } = batch;
  const retry = planRetry(batch);
  const start = useStartBatch(() => {
    onClose();
    onRetried();
  });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('title', { count: failed })}
      size={560}
      busy={start.isPending}
      footer={
        retry && (
          <Button loading={start.isPending} onClick={() => start.mutate(retry)}>
            {t('retry', { count: retry.videos.keys.length })}
          </Button>
        )
      }
    >
      <ul className={classes.list}>
        {failures.map(({ key, title, code }) => (
          <li key={key} className={classes.item}>
            <span className={classes.title}>{title ?? key}</span>
            <span className={classes.reason}>{t(`codes.${code}`)}</span>
          </li>
        ))}
      </ul>
      {failed > failures.length && (
        <p className={classes.reason}>{t('more', { count: failed - failures.length })}</p>
      )}
    </Dialog>
  );
}
