import type { VideoJobs } from '@kinora/contract/jobs';
import type { Video } from '@kinora/contract/videos/video';
import { useQuery } from '@tanstack/react-query';
import { useTeamScope } from '../../../../base/team-scope.ts';
import { videoJobsQuery } from '../../data.ts';
import { isMoving } from '../../rules/state.ts';
import { canRetry } from '../../rules/steps.ts';
import { type OutputLine, toOutputLines } from '../../rules/timeline.ts';

/** The steps of a video while they matter: asked for as long as it moves or something failed. */
export function useSteps(video: Video): VideoJobs | undefined {
  const matters = isMoving(video) || canRetry(video);
  return useQuery({ ...videoJobsQuery(useTeamScope(), video), enabled: matters }).data;
}

/** Says how far each output is; without `steps` only whether it is complete. */
export function listLines(video: Video, steps: VideoJobs | undefined): OutputLine[] {
  return toOutputLines(steps?.jobs ?? [], video.vod.outputs, video.duration, steps?.outputs);
}

export type LineWord = 'done' | 'running' | 'waiting' | 'missing' | 'onDemand';

/** Names an output's state: `videos.encoding.{word}`. */
export function getLineWord({ state }: Pick<OutputLine, 'state'>, video: Video): LineWord {
  if (state === 'completed') return 'done';
  if (state === 'running') return 'running';
  const { processingInfo, source, deliveryModel } = video.vod;
  const isOver = processingInfo.failureReason !== null || source.probeErrorType !== null;
  if (state === 'failed' || isOver) return 'missing';
  const isIdle = deliveryModel === 'model-c' && processingInfo.state === 'completed';
  return isIdle ? 'onDemand' : 'waiting';
}
