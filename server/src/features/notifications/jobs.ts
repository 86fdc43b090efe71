import { z } from 'zod';
import { defineJob } from '../../base/jobs.ts';

/** Removes lines of the bell that are too old or too many. Each run queues the next one. */
export const sweepNotificationsJob = defineJob({
  name: 'sweep-notifications',
  payload: z.object({}),
  options: { policy: 'short', expireInSeconds: 600 },
});
