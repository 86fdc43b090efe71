import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

const Revision = z.object({ revisionKey: z.string() });

/** Packages a whole stream anew: encrypted, or in the clear again. Nothing is encoded. */
export const packageJob = defineJob({
  name: 'package',
  /** `keyTries`: how often the key server of the stream was asked in vain so far. */
  payload: Revision.extend({ keyTries: z.number().int().optional() }),
  options: {
    retryLimit: 5,
    retryDelay: 2,
    expireInSeconds: 12 * 3600,
    // One more than a team has: whoever changes a thousand videos, another team's go on.
    concurrency: 3,
    groupConcurrency: 2,
    hasGiveUp: true,
  },
});

/** Removes the bytes of a stream that no packaging uses: replaced ones, and those broken off. */
export const sweepPackagingsJob = defineJob({
  name: 'sweep-packagings',
  /** `replaced`: the time of those who watch this packaging is over. */
  payload: Revision.extend({ replaced: z.number().optional() }),
  options: { retryLimit: 1_000_000 },
});
