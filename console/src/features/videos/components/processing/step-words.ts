import type { VideoJob } from '@kinora/contract/jobs';
import type { Video } from '@kinora/contract/videos/video';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../../base/i18n/use-format.ts';
import type { Tone } from '../../../../ui/status-pill.tsx';
import type { StepState } from '../../rules/timeline.ts';

export const STEP_TONES: Readonly<Record<StepState, Tone>> = {
  completed: 'success',
  running: 'info',
  waiting: 'neutral',
  failed: 'danger',
};

/** Says how long work took: `2.4 s`, `12:05`. */
export function useWorkWords(): (seconds: number) => string {
  const t = useTranslations('videos.steps');
  const format = useFormat();
  return (seconds) => {
    if (seconds >= 60) return format.clock(seconds);
    const shown = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
    return t('seconds', { seconds: format.number(shown) });
  };
}

/** A step's state in words. In the third model a video track may wait until a viewer needs it. */
export function useStepWords(video: Video): (state: StepState, type?: VideoJob['type']) => string {
  const t = useTranslations('videos.steps.states');
  const { deliveryModel, processingInfo } = video.vod;
  const isIdle = deliveryModel === 'model-c' && processingInfo.state === 'completed';
  return (state, type = 'video') =>
    t(state === 'waiting' && type === 'video' && isIdle ? 'onDemand' : state);
}
