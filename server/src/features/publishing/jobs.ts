import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/** Retries last about two minutes; after that the sweep goes on, without end. */
const OPTIONS = { retryLimit: 8, expireInSeconds: 60 };

export const publishJob = defineJob({
  name: 'publish',
  payload: z.object({ kind: z.string(), key: z.string() }),
  options: { ...OPTIONS, concurrency: 6 },
});

/**
 * Publishes what its own job did not, for as long as it takes: a deleted video would else play for
 * ever. Each run puts the next one on the queue.
 */
export const sweepPublicationsJob = defineJob({
  name: 'sweep-publications',
  payload: z.object({}),
  // At most one waits, however many processes start. A run that fails at once has queued no next
  // one, so it is tried for as long as a database may be away.
  options: { policy: 'short', retryLimit: 10_000, expireInSeconds: 300 },
});

/** Names published documents in the list of changes; documents published while one waits share it. */
export const listChangesJob = defineJob({
  name: 'list-changes',
  payload: z.object({ isForced: z.boolean() }),
  options: { ...OPTIONS, policy: 'short' },
});

/** Writes the list again regularly, so that edges see that its writer is alive. */
export const sweepChangesJob = defineJob({
  name: 'sweep-changes',
  payload: z.object({}),
  options: { policy: 'short', retryLimit: 10_000, expireInSeconds: 60 },
});
