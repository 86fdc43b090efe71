import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

const Revision = z.object({ revisionKey: z.string() });

/** Packages a whole stream again, encrypted or in the clear, without encoding. */
export const packageJob = defineJob({
  name: 'package',
  /** `keyTries`: how often the stream's key server was asked so far without success. */
  payload: Revision.extend({ keyTries: z.number().int().optional() }),
  options: {
    retryLimit: 5,
    retryDelay: 2,
    expireInSeconds: 12 * 3600,
    // One more than a team may have, so that a team that changes a thousand videos leaves a place to others.
    concurrency: 3,
    groupConcurrency: 2,
    hasGiveUp: true,
  },
});

/** Removes the bytes of a stream that no packaging uses: replaced ones, and those broken off. */
export const sweepPackagingsJob = defineJob({
  name: 'sweep-packagings',
  /** `replaced`: the packaging whose last viewers have had their time. */
  payload: Revision.extend({ replaced: z.number().optional() }),
  options: { retryLimit: 1_000_000 },
});
