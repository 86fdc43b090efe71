import { defineWork, queueSweep } from '../../../base/jobs.ts';
import { takeArrived } from '../actions/ingression.ts';
import { planAbandoned } from '../actions/replan.ts';
import { sweepUnusedRemuxed } from '../actions/unused-remuxed.ts';
import { forgetSilentWorkers } from '../../pieces/actions/heartbeat.ts';
import { forgetPieces } from '../../pieces/actions/end.ts';
import { sweepEncodersJob, sweepPiecesJob } from '../jobs.ts';

const SWEEP_SECONDS = 6 * 3600;

export const sweepPiecesWork = defineWork(sweepPiecesJob, {
  handle: async ({ db }) => {
    await db.transaction().execute((tx) => queueSweep(tx, sweepPiecesJob, SWEEP_SECONDS));
    while ((await db.transaction().execute(forgetPieces)) > 0);
    await db.transaction().execute(sweepUnusedRemuxed);
  },
});

const SWEEP_ENCODERS_SECONDS = 30;

export const sweepEncodersWork = defineWork(sweepEncodersJob, {
  handle: async ({ db, log }) => {
    await db
      .transaction()
      .execute((tx) => queueSweep(tx, sweepEncodersJob, SWEEP_ENCODERS_SECONDS));
    await db.transaction().execute(forgetSilentWorkers);
    // An API does so as the bytes come, unless it ends in between.
    await takeArrived(db);
    const revisions = await planAbandoned(db);
    if (revisions > 0) log.info({ revisions }, 'left to other encoders');
  },
});
