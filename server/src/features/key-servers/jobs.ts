import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/**
 * Asks for the key that a stream is encrypted with, for some hour: waits double from 5 s to 5 min, each
 * with a random part. Pieces pause meanwhile, so that a server that is slow costs no worker anything.
 */
export const requestKeyJob = defineJob({
  name: 'request-key',
  payload: z.object({ revisionKey: z.string() }),
  options: {
    ...{ retryLimit: 17, retryDelay: 5, retryDelayMax: 300, expireInSeconds: 60 },
    // One team's server that hangs takes no other team's turn.
    ...{ concurrency: 16, groupConcurrency: 4, policy: 'exclusive', hasGiveUp: true },
  },
});
