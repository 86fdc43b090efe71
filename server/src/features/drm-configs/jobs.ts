import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/**
 * Tells teams of FairPlay certificates that end soon. Each run puts the next one on the queue; the
 * first is put there at the start.
 */
export const notifyExpiriesJob = defineJob({
  name: 'tell-certificate-expiries',
  payload: z.object({}),
  // At most one waits, however many processes start.
  options: { policy: 'short', retryLimit: 10_000, expireInSeconds: 300 },
});
