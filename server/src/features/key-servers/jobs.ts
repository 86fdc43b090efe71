import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';
import { KEY_TRIES } from './rules/tries.ts';

/**
 * Asks for a stream's key for about an hour: waits double from 5 s to 5 min, each with a random part. The
 * queue bounds waits after adding that part, so `getMaxKeyDelay` varies the bound itself. Pieces pause, so
 * that a slow key server holds up no worker.
 */
export const requestKeyJob = defineJob({
  name: 'request-key',
  payload: z.object({ revisionKey: z.string() }),
  options: {
    retryLimit: KEY_TRIES - 1,
    retryDelay: 5,
    retryDelayMax: 300,
    expireInSeconds: 60,
    // One team's server that hangs takes no other team's turn.
    concurrency: 32,
    groupConcurrency: 8,
    policy: 'exclusive',
    hasGiveUp: true,
  },
});
