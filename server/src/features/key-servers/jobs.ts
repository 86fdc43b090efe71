import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';
import { KEY_TRIES } from './rules/tries.ts';

/**
 * Asks for the key that a stream is encrypted with, for some hour: waits double from 5 s to 5 min, each
 * with a random part; the longest have theirs by `getMaxKeyDelay`, as the queue bounds a wait after it has
 * spread it. Pieces pause meanwhile, so that a server that is slow costs no worker anything.
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
