import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useOwnUpload } from '../../../uploads/components/use-own-upload.ts';
import { isUploading, type VideoState } from '../../rules/state.ts';
import { KeyProblem } from './key-problem.tsx';
import { StepsProgress, UploadProgress } from './processing-progress.tsx';
import { useSteps } from './use-processing.ts';
import { useStateWords, useVideoState } from '../use-video-state.ts';
import { WaitingNote } from './waiting-note.tsx';
import classes from './processing-view.module.css';

// Few videos fail, or wait for protection.
const SourceProblemNote = lazyPart(
  async () => (await import('./source-problem-note.tsx')).SourceProblemNote,
  'videos',
  'videos.processing',
);
const WithheldNote = lazyPart(
  async () => (await import('./withheld-note.tsx')).WithheldNote,
  'videos',
  'videos.processing',
  'videos.withheld',
);

/** Shows the present work, its progress and what it waits for, or what went wrong. */
export function ProcessingView({ video }: { video: Video }) {
  const t = useTranslations('videos');
  const words = useStateWords();
  const state = useVideoState(video);
  const steps = useSteps(video);
  const text = useStateText(video, state);
  const { keyProblem } = video.vod;
  const isWithheld = video.vod.protecting !== null;
  const Progress = isUploading(video) ? UploadProgress : StepsProgress;
  return (
    <Card title={state.reason === null ? words(state) : t(`reasons.${state.reason}`)}>
      <div className={classes.root}>
        {state.reason !== null ? (
          <SourceProblemNote video={video} reason={state.reason} />
        ) : (
          <>
            {/* The note about its protection says when it plays. */}
            {!isWithheld && <p className={classes.text}>{text}</p>}
            {state.progress !== undefined && <Progress video={video} state={state} steps={steps} />}
            {keyProblem ? (
              <KeyProblem problem={keyProblem} isWaiting />
            ) : (
              <WaitingNote steps={steps} />
            )}
          </>
        )}
        {isWithheld && <WithheldNote video={video} />}
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
  const isOwn = useOwnUpload(video.key) !== undefined;
  switch (kind) {
    case 'uploading':
      return video.uploadingInfo.state === 'queued' ? t('waitingText') : t('uploadingText');
    case 'interrupted':
      // Another browser has the file.
      return isOwn ? t('interruptedText') : t('leftText');
    case 'elsewhere':
      return t('uploadingText');
    case 'queued':
    case 'offline':
    case 'stalled':
    case 'retry':
    case 'uploadFailed':
    case 'paused':
    case 'checking':
    case 'checkingLong':
    case 'playable':
      return t(`${kind}Text`);
    case 'processing':
      return t('processingText', { done, expected });
    default:
      return t('doneText');
  }
}
