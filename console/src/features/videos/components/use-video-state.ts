import type { VideoSummary } from '@kinora/contract/videos/summary';
import { useTranslations } from 'use-intl';
import { useNow } from '../../../base/use-now.ts';
import { useOwnUpload } from '../../uploads/components/use-own-upload.ts';
import { getVideoState, type VideoState } from '../rules/state.ts';

/** The state of a video; an upload of this browser shows its own, byte by byte. */
export function useVideoState(video: VideoSummary): VideoState {
  return getVideoState(video, useNow(), useOwnUpload(video.key));
}

/** The state in words, with how many outputs are done where that counts. */
export function useStateWords(): (state: VideoState) => string {
  const t = useTranslations('videos.states');
  return ({ kind, done, expected, secondsToRetry }) => {
    if (kind === 'processing' && expected === 0) return t('processingStart');
    if (kind === 'retry' && secondsToRetry !== null) {
      return t('retryIn', { seconds: secondsToRetry });
    }
    return t(kind, { done, expected });
  };
}
