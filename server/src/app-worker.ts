import { availableParallelism } from 'node:os';
import { jobs } from './app-jobs.ts';
import type { Context } from './base/context.ts';
import { startWorker, type RunningWorker } from './base/worker.ts';
import { startPieces } from './features/encoding/jobs/pieces.ts';

/** Everything that a worker does: the jobs of all queues, and pieces of encodes. */
export async function startAppWorker(context: Context): Promise<RunningWorker> {
  const worker = await startWorker(jobs, context);
  const pieces = startPieces(context, context.config.workerSlots ?? availableParallelism());
  return {
    stop: async (limitMs) => {
      await Promise.all([pieces.stop(limitMs), worker.stop(limitMs)]);
    },
  };
}
