import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/** Removes images that nothing has used for a day. Each run queues the next one. */
export const sweepImagesJob = defineJob({
  name: 'sweep-images',
  payload: z.object({}),
  options: { policy: 'short', expireInSeconds: 600 },
});
