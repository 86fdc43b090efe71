import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

export const changeVideosJob = defineJob({
  name: 'change-videos',
  payload: z.object({ batchId: z.uuid() }),
  // One batch of a team after the other, so that two never wait for each other's videos.
  options: { hasGiveUp: true, concurrency: 2, groupConcurrency: 1, retryLimit: 8 },
});
