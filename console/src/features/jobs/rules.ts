import type { TeamRole } from '@kinora/contract/fields';
import type { TeamJob } from '@kinora/contract/jobs';

/** Says whether work waits while no worker is alive. */
export function lacksWorkers(jobs: readonly TeamJob[], alive: number): boolean {
  return alive === 0 && jobs.some(({ state }) => state !== 'failed');
}

/** Uncaged workers are only reported to people who can have that mended. */
export function lacksCage(role: TeamRole, uncaged: number): boolean {
  return uncaged > 0 && role !== 'user';
}

/** Names the state of a row: a file that waits without pieces is being checked first. */
export type JobWord = 'running' | 'waiting' | 'checking' | 'failed';

export function getJobWord({ state, piecesTotal }: TeamJob): JobWord {
  return state === 'waiting' && piecesTotal === 0 ? 'checking' : state;
}

/** Something failed, some of it where the person may have it tried again. */
export function mayRetry({ failed, data }: { failed: number; data: readonly TeamJob[] }): boolean {
  return failed > 1 && data.some(({ actions }) => actions.updateVideo);
}
