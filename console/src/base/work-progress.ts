import { getPollInterval } from './live-state.ts';

/** How far a long work is, as the calls of every kind answer it. */
export type WorkProgress = {
  id: string;
  state: 'queued' | 'running' | 'completed' | 'cancelled';
  total: number;
  done: number;
  failed: number;
};

/** The interval at which shown progress is polled when changes aren't announced. */
const POLL_MS = 1000;

export function isRunning({ state }: Pick<WorkProgress, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** Says when the query of a work asks again: not once it has ended. */
export function getWorkInterval(work: WorkProgress | undefined): number | false {
  return work && !isRunning(work) ? false : getPollInterval(POLL_MS);
}
