import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/**
 * Makes the partitions of the next months and drops those of more than a year ago. Each run puts the next one
 * on the queue; the first is put there at the start.
 */
export const keepPartitionsJob = defineJob({
  name: 'keep-audit-partitions',
  payload: z.object({}),
  // At most one waits, however many processes start.
  options: { policy: 'short', retryLimit: 10_000, expireInSeconds: 300 },
});
