import type { Video } from '@kinora/contract/videos';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.ts';
import { usePackageAnew } from './use-set-drm-model.ts';
import classes from './protection-card.module.css';

/** Gives an encrypted stream a new key. */
export function ReplaceKey({ video }: { video: Video }) {
  const t = useTranslations('videos.protection.replaceKey');
  const item = useTranslations('videos')('item');
  const [asking, setAsking] = useState(false);
  const save = usePackageAnew(video, () => setAsking(false));
  return (
    <>
      <Button
        variant="default"
        className={classes.button ?? ''}
        disabled={video.vod.drmModelChange?.state === 'running'}
        onClick={() => setAsking(true)}
      >
        {t('button')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          save.reset();
          setAsking(false);
        }}
        onConfirm={() => save.mutate()}
        title={t('title')}
        confirmLabel={t('button')}
        busy={save.isPending}
        error={save.error}
        item={item}
      >
        {t('text')}
      </ConfirmDialog>
    </>
  );
}
