import { defineWork, queueSweep } from '../../base/jobs.ts';
import { keepPartitions } from './actions.ts';
import { keepPartitionsJob } from './jobs.ts';

const DAY_SECONDS = 24 * 3600;

export const keepPartitionsWork = defineWork(keepPartitionsJob, {
  handle: async ({ db }) => {
    await db.transaction().execute(async (tx) => {
      await queueSweep(tx, keepPartitionsJob, DAY_SECONDS);
      await keepPartitions(tx, new Date());
    });
  },
});
