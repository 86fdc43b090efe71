import { defineWork, queueSweep } from '../../base/jobs.ts';
import { removeOldNotifications } from './actions.ts';
import { sweepNotificationsJob } from './jobs.ts';

const DAY_SECONDS = 24 * 3600;

export const sweepNotificationsWork = defineWork(sweepNotificationsJob, {
  handle: ({ db }) =>
    db.transaction().execute(async (tx) => {
      await queueSweep(tx, sweepNotificationsJob, DAY_SECONDS);
      await removeOldNotifications(tx);
    }),
});
