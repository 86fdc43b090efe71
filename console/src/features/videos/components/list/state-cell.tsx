import type { VideoSummary } from '@kinora/contract/videos/summary';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { ProgressBar, ProgressRing } from '../../../../ui/progress.tsx';
import { StatusPill } from '../../../../ui/status-pill.tsx';
import { isUploading } from '../../rules/state.ts';
import { useStateWords, useVideoState } from '../use-video-state.ts';
import classes from './state-cell.module.css';

/** The state as a pill of words. */
export function StatePill({ video }: { video: VideoSummary }) {
  const words = useStateWords();
  const state = useVideoState(video);
  return <StatusPill tone={state.tone}>{words(state)}</StatusPill>;
}

/** The state in a row: a ring while the file is on its way, a bar while it is encoded. */
export function StateCell({ video }: { video: VideoSummary }) {
  const t = useTranslations('videos');
  const words = useStateWords();
  const format = useFormat();
  const state = useVideoState(video);
  if (isUploading(video)) return <UploadState video={video} />;
  const { progress } = state;
  return (
    <div className={classes.root}>
      <StatusPill tone={state.tone}>{words(state)}</StatusPill>
      {progress !== undefined && state.reason === null && (
        <div className={classes.encodes}>
          <div className={classes.bar}>
            <ProgressBar value={progress} label={t('encoding.progress')} />
          </div>
          <span className={classes.second}>{format.percent(Math.floor(progress * 100) / 100)}</span>
        </div>
      )}
      {state.reason !== null && (
        <span className={classes.second}>{t(`reasons.${state.reason}`)}</span>
      )}
      {video.uploadingInfo.isStale && <span className={classes.second}>{t('stale')}</span>}
    </div>
  );
}

function UploadState({ video }: { video: VideoSummary }) {
  const t = useTranslations('videos');
  const format = useFormat();
  const words = useStateWords();
  const state = useVideoState(video);
  const { progress = 0 } = state;
  const isEmpty = progress === 0 && video.uploadingInfo.state === 'queued';
  const percent = format.percent(Math.floor(progress * 100) / 100);
  return (
    <div className={classes.upload}>
      <ProgressRing
        value={progress}
        label={t('encoding.uploadProgress')}
        tone={state.tone === 'danger' ? 'danger' : 'action'}
      />
      <span className={classes.words}>
        <span data-tone={state.tone} className={classes.label}>
          {words(state)}
        </span>
        <span className={classes.second}>
          {isEmpty && state.kind === 'uploading' ? t('notReceived') : t('uploaded', { percent })}
        </span>
      </span>
    </div>
  );
}
