import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/**
 * Removes uploads that expired, with their bytes, and completes those whose process was killed
 * after their last byte. Each run puts the next one on the queue, so it is queued
 * once at the start (`queueSweep`), which does no harm when it is done again.
 */
export const sweepUploadsJob = defineJob({
  name: 'sweep-uploads',
  payload: z.object({}),
  // `short`: at most one waits, however many workers start.
  options: { policy: 'short', expireInSeconds: 3600 },
});
