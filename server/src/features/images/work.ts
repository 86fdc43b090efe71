import { defineWork, queueSweep } from '../../base/jobs.ts';
import { removeUnused } from './actions.ts';
import { sweepImagesJob } from './jobs.ts';

const SWEEP_SECONDS = 600;

export const sweepImagesWork = defineWork(sweepImagesJob, {
  handle: ({ db }) =>
    db.transaction().execute(async (tx) => {
      await queueSweep(tx, sweepImagesJob, SWEEP_SECONDS);
      await removeUnused(tx);
    }),
});
