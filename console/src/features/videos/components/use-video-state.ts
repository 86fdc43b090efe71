import type { VideoSummary } from '@kinora/contract/videos';
import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { useNow } from '../../../base/use-now.ts';
import { findUpload, subscribeUploads } from '../../uploads/data/store.ts';
import { getVideoState, type VideoState } from '../rules/state.ts';

/** The state of a video; an upload of this browser shows its own, byte by byte. */
export function useVideoState(video: VideoSummary): VideoState {
  const own = useSyncExternalStore(subscribeUploads, () => findUpload(video.key));
  return getVideoState(video, useNow(), own);
}

/** The state in words, with how many outputs are done where that counts. */
export function useStateWords(): (state: VideoState) => string {
  const t = useTranslations('videos.states');
  return ({ kind, done, expected }) =>
    kind === 'processing' && expected === 0 ? t('processingStart') : t(kind, { done, expected });
}
