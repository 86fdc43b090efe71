import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/** Queues a check of each proven domain whose last one is a day old, and the next such run. */
export const sweepDomainsJob = defineJob({
  name: 'sweep-domains',
  payload: z.object({}),
  // At most one waits, however many processes start.
  options: { policy: 'short', retryLimit: 10_000, expireInSeconds: 300 },
});

/**
 * Looks for the proof of a domain that a team has named. Until it is proven, this puts the next look on the
 * queue; then the sweep does.
 */
export const proveDomainJob = defineJob({
  name: 'prove-domain',
  payload: z.object({ claimId: z.uuid() }),
  // A look that never came would be the last. Silent name servers of one team keep no other waiting.
  options: { retryLimit: 10_000, expireInSeconds: 60, concurrency: 4, groupConcurrency: 2 },
});
