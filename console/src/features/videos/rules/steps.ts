import type { VideoJob, VideoJobs } from '@kinora/contract/jobs';
import type { SourceProblem } from '@kinora/contract/videos/summary';
import type { Video } from '@kinora/contract/videos/video';
import { getStepsState, type StepState } from './timeline.ts';

/** All steps of one kind, in the order of the film: their place never changes while they run. */
export type StepGroup = {
  type: VideoJob['type'];
  state: StepState;
  steps: VideoJob[];
  completed: number;
  /** Seconds of work that went into those that are done; null while nothing is known. */
  workSeconds: number | null;
  /** Most attempts that any of them took. */
  attempts: number;
  failureReason: SourceProblem | null;
};

const ORDER: readonly VideoJob['type'][] = ['check', 'copy', 'video', 'audio', 'images', 'package'];

export function groupSteps(jobs: readonly VideoJob[]): StepGroup[] {
  return ORDER.flatMap((type) => {
    const steps = jobs.filter((job) => job.type === type).toSorted(compareSteps);
    return steps.length === 0 ? [] : [toGroup(type, steps)];
  });
}

function compareSteps(a: VideoJob, b: VideoJob): number {
  return (a.startSeconds ?? 0) - (b.startSeconds ?? 0) || a.id.localeCompare(b.id);
}

function toGroup(type: VideoJob['type'], steps: VideoJob[]): StepGroup {
  const took = steps.map(getWorkSeconds).filter((seconds) => seconds !== null);
  return {
    type,
    steps,
    state: getStepsState(steps),
    completed: steps.filter(({ state }) => state === 'completed').length,
    workSeconds: took.length === 0 ? null : took.reduce((sum, seconds) => sum + seconds, 0),
    attempts: Math.max(...steps.map(({ attempts }) => attempts)),
    failureReason: steps.find(({ state }) => state === 'failed')?.failureReason ?? null,
  };
}

/** Seconds from its last beginning to its end; null unless it has ended. */
export function getWorkSeconds({ state, startedAt, completedAt }: VideoJob): number | null {
  if (state !== 'completed' || startedAt === null || completedAt === null) return null;
  return Math.max(0, (Date.parse(completedAt) - Date.parse(startedAt)) / 1000);
}

/** Says why nothing goes on, and where in the queue it stands: 1 is the next. */
export type Waiting = { kind: 'upload' } | { kind: 'noWorker' } | { kind: 'queue'; place: number };

export function findWaiting({ waitsFor, queuePlace }: VideoJobs): Waiting | null {
  if (waitsFor === null) return null;
  return waitsFor === 'queue'
    ? { kind: 'queue', place: (queuePlace ?? 0) + 1 }
    : { kind: waitsFor };
}

/** Steps that change by themselves; what waits for a viewer does so for as long as it takes. */
export function hasWork(jobs: readonly VideoJob[], model: Video['vod']['deliveryModel']): boolean {
  return jobs.some(
    ({ state, type }) =>
      state === 'running' || (state === 'waiting' && (model !== 'model-c' || type !== 'video')),
  );
}

/** Something failed that may go well the next time; a file that is at fault stays so. */
export function canRetry(
  { vod }: Pick<Video, 'vod'>,
  jobs: readonly Pick<VideoJob, 'state'>[] = [],
): boolean {
  if (vod.source.probeErrorType !== null) return vod.source.probeErrorType === 'probeError';
  const { state, failureReason } = vod.processingInfo;
  if (vod.protecting === 'failed') return true;
  return state === 'failed' || failureReason !== null || jobs.some((job) => job.state === 'failed');
}
