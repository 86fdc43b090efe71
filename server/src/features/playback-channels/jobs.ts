import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/** Looks for the proof of a domain that a team has named, and puts the next look on the queue. */
export const proveDomainJob = defineJob({
  name: 'prove-domain',
  payload: z.object({ claimId: z.uuid() }),
  // A look that never came would be the last.
  options: { retryLimit: 10_000, expireInSeconds: 60, concurrency: 4 },
});
