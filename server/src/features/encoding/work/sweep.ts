import { defineWork } from '../../../base/jobs.ts';
import { planAbandoned } from '../actions/plan-anew.ts';
import { removeLeftWork } from '../actions/sweep.ts';
import { forgetSilentWorkers } from '../../pieces/actions/claim.ts';
import { forgetPieces } from '../../pieces/actions/end.ts';
import {
  startSweepingEncoders,
  startSweepingPieces,
  sweepEncodersJob,
  sweepPiecesJob,
} from '../jobs.ts';

const everySeconds = 6 * 3600;

export const sweepPiecesWork = defineWork(sweepPiecesJob, {
  handle: async ({ db }) => {
    await db.transaction().execute((tx) => startSweepingPieces(tx, everySeconds));
    while ((await db.transaction().execute(forgetPieces)) > 0);
    await db.transaction().execute(removeLeftWork);
  },
});

const encodersEverySeconds = 30;

export const sweepEncodersWork = defineWork(sweepEncodersJob, {
  handle: async ({ db, log }) => {
    await db.transaction().execute((tx) => startSweepingEncoders(tx, encodersEverySeconds));
    await db.transaction().execute(forgetSilentWorkers);
    const revisions = await planAbandoned(db);
    if (revisions > 0) log.info({ revisions }, 'left to other encoders');
  },
});
