import type { Video } from '@kinora/contract/videos';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { useSave } from '../../../../base/use-save.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.ts';
import { Note } from '../../../../ui/note.tsx';
import { refreshVideo, setDrmModel } from '../../data.ts';
import { RetryButton } from './retry-button.tsx';
import classes from './processing-view.module.css';

/** Says that nobody may watch a video before it is protected, and lets people try again or open it. */
export function WithheldNote({ video }: { video: Video }) {
  const t = useTranslations('videos.withheld');
  const { protecting, drmModelChange } = video.vod;
  const hasFailed = protecting === 'failed';
  const model = t(`models.${drmModelChange?.drmModel ?? 'none'}`);
  return (
    <Note
      tone={hasFailed ? 'danger' : 'info'}
      title={t(hasFailed ? 'failed' : 'title', { model })}
      role={hasFailed ? 'alert' : 'status'}
    >
      <p>{t(hasFailed ? 'failedText' : 'text')}</p>
      {video.actions.updateVideo && (
        <div className={`${classes.buttons} ${classes.below}`}>
          {hasFailed && <RetryButton videoKey={video.key} />}
          <OpenUnprotected video={video} />
        </div>
      )}
    </Note>
  );
}

function OpenUnprotected({ video }: { video: Video }) {
  const t = useTranslations('videos.withheld.open');
  const item = useTranslations('videos')('item');
  const scope = useTeamScope();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const save = useSave({
    run: () => setDrmModel(scope, video, 'none'),
    item,
    done: t('done'),
    onDone: async () => {
      setAsking(false);
      await refreshVideo(queryClient, scope, video.key);
    },
    shownByPage: () => true,
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
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
        <p>{t('text')}</p>
      </ConfirmDialog>
    </>
  );
}
