import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/**
 * Removes uploads that expired, with their bytes, and completes those whose process was killed after their
 * last byte. Each run queues the next one. The first is queued at each start (`queueSweep`), which is
 * harmless when one waits already.
 */
export const sweepUploadsJob = defineJob({
  name: 'sweep-uploads',
  payload: z.object({}),
  // `short`: at most one waits, however many workers start.
  options: { policy: 'short', expireInSeconds: 3600 },
});
