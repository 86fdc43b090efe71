import type { VideoJobs } from '@kinora/contract/jobs';
import type { Video } from '@kinora/contract/videos/video';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import { ProgressBar } from '../../../../ui/progress.tsx';
import { useSpeedWords } from '../../../uploads/components/use-speed-words.ts';
import { findUpload, subscribeUploads } from '../../../uploads/data/store.ts';
import type { VideoState } from '../../rules/state.ts';
import classes from './processing-view.module.css';

type Props = { video: Video; state: VideoState };

/** Shows how much of the file is there. */
export function UploadProgress({ video, state }: Props) {
  const t = useTranslations('videos');
  const format = useFormat();
  const own = useSyncExternalStore(subscribeUploads, () => findUpload(video.key));
  const { progress = 0 } = state;
  const { uploadedSize, totalSize } = video.uploadingInfo;
  return (
    <div className={classes.progress}>
      <ProgressBar
        value={progress}
        label={t('encoding.uploadProgress')}
        tone={state.tone === 'danger' ? 'danger' : 'action'}
      />
      <div className={classes.figures}>
        <span>{t('uploaded', { percent: format.percent(Math.floor(progress * 100) / 100) })}</span>
        {totalSize > 0 && (
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

/** The share of all segments, outputs of those that are expected, and the time for the rest. */
export function StepsProgress({ video, state, steps }: Props & { steps: VideoJobs | undefined }) {
  const t = useTranslations('videos');
  const format = useFormat();
  const rest = useSpeedWords();
  // While it waits nothing can be said of the time.
  const isMade = steps !== undefined && steps.waitsFor === null;
  const { progress: ratio = 0 } = state;
  const { totalCompletedOutputs, totalExpectedOutputs } = video.vod.processingInfo;
  return (
    <div className={classes.progress}>
      <ProgressBar value={ratio} label={t('encoding.progress')} />
      <div className={classes.figures}>
        <span>{format.percent(Math.floor(ratio * 100) / 100)}</span>
        {totalExpectedOutputs > 0 && (
          <span>
            {t('encoding.summary', { done: totalCompletedOutputs, expected: totalExpectedOutputs })}
          </span>
        )}
        <span className={classes.rest}>
          {isMade &&
            (steps.secondsLeft === null
              ? t('processing.calculating')
              : rest(null, steps.secondsLeft).join(' '))}
        </span>
      </div>
    </div>
  );
}
