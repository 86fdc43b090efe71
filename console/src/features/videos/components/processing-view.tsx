import type { Video } from '@kinora/contract/videos';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../base/i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress.tsx';
import { findUpload, subscribeUploads } from '../../uploads/data/store.ts';
import { isUploading, type VideoState } from '../rules/state.ts';
import { SourceProblemNote } from './source-problem-note.tsx';
import { useStateWords, useVideoState } from './use-video-state.ts';
import classes from './processing-view.module.css';

/** Stands where the player will be: what goes on, how far it is, or what went wrong. */
export function ProcessingView({ video }: { video: Video }) {
  const t = useTranslations('videos');
  const words = useStateWords();
  const state = useVideoState(video);
  const text = useStateText(video, state);
  return (
    <Card title={words(state)}>
      <div className={classes.root}>
        {state.reason !== null ? (
          <SourceProblemNote video={video} reason={state.reason} />
        ) : (
          <>
            <p className={classes.text}>{text}</p>
            {state.progress !== undefined && <Progress video={video} state={state} />}
          </>
        )}
        {video.uploadingInfo.isStale && (
          <Note tone="warning" title={t('processing.staleTitle')}>
            {t('processing.staleText', { key: video.key })}
          </Note>
        )}
      </div>
    </Card>
  );
}

function useStateText(video: Video, { kind, done, expected }: VideoState): string {
  const t = useTranslations('videos.processing');
  switch (kind) {
    case 'uploading':
      return video.uploadingInfo.state === 'queued' ? t('waitingText') : t('uploadingText');
    case 'queued':
    case 'retry':
    case 'uploadFailed':
    case 'paused':
    case 'interrupted':
    case 'checking':
    case 'checkingLong':
      return t(`${kind}Text`);
    case 'processing':
      return t('processingText', { done, expected });
    default:
      return t('doneText');
  }
}

function Progress({ video, state }: { video: Video; state: VideoState }) {
  const t = useTranslations('videos');
  const format = useFormat();
  const own = useSyncExternalStore(subscribeUploads, () => findUpload(video.key));
  const { progress = 0 } = state;
  const percent = format.percent(Math.floor(progress * 100) / 100);
  const { uploadedSize, totalSize } = video.uploadingInfo;
  const uploads = isUploading(video);
  return (
    <div className={classes.progress}>
      <ProgressBar
        value={progress}
        label={uploads ? t('encoding.uploadProgress') : t('encoding.progress')}
        tone={state.tone === 'danger' ? 'danger' : 'action'}
      />
      <div className={classes.figures}>
        <span>{uploads ? t('uploaded', { percent }) : percent}</span>
        {uploads && (
          <span>
            {t('processing.sent', {
              sent: format.bytes(Math.max(uploadedSize, own?.sentBytes ?? 0)),
              size: format.bytes(totalSize),
            })}
          </span>
        )}
      </div>
    </div>
  );
}
