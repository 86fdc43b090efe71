import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

const Revision = z.object({ revisionKey: z.string() });

/** Packages a whole stream anew: encrypted, or in the clear again. Nothing is encoded. */
export const packageJob = defineJob({
  name: 'package',
  payload: Revision,
  options: {
    ...{ retryLimit: 5, retryDelay: 2, expireInSeconds: 12 * 3600 },
    ...{ concurrency: 2, groupConcurrency: 2 },
    hasGiveUp: true,
  },
});

/** Removes the bytes of a stream that no packaging uses: replaced ones, and those broken off. */
export const sweepPackagingsJob = defineJob({
  name: 'sweep-packagings',
  payload: Revision,
  options: { retryLimit: 1_000_000 },
});

/** Longer than any edge keeps the document that names them. */
export const SWEEP_OPTIONS = { startAfter: 5 };
