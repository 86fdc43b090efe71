import { z } from 'zod';
import type { Tx } from '../../../base/db.ts';
import { defineJob, enqueue } from '../../../base/jobs.ts';
import { planAbandoned } from '../actions/plan-anew.ts';
import { forgetPieces, removeLeftWork } from '../actions/sweep.ts';

const everySeconds = 6 * 3600;

/** Forgets old steps and removes what the work left behind; each run puts the next on the queue. */
export const sweepPiecesJob = defineJob({
  name: 'sweep-pieces',
  payload: z.object({}),
  // At most one waits, however many workers start.
  options: { policy: 'short', expireInSeconds: 3600 },
  handler: async ({ db }) => {
    await db.transaction().execute((tx) => startSweepingPieces(tx, everySeconds));
    while ((await db.transaction().execute(forgetPieces)) > 0);
    await db.transaction().execute(removeLeftWork);
  },
});

const encodersEverySeconds = 30;

/** Looks for plans whose encoder is gone, so that nothing waits for ever; ever again. */
export const sweepEncodersJob = defineJob({
  name: 'sweep-encoders',
  payload: z.object({}),
  options: { policy: 'short', expireInSeconds: 600 },
  handler: async ({ db, log }) => {
    await db.transaction().execute((tx) => startSweepingEncoders(tx, encodersEverySeconds));
    const revisions = await planAbandoned(db);
    if (revisions > 0) log.info({ revisions }, 'left to other encoders');
  },
});

export async function startSweepingEncoders(tx: Tx, afterSeconds = 0): Promise<void> {
  const options = { singletonKey: 'sweep', startAfter: afterSeconds };
  await enqueue(tx, sweepEncodersJob, {}, options);
}

export async function startSweepingPieces(tx: Tx, afterSeconds = 0): Promise<void> {
  const options = { singletonKey: 'sweep', startAfter: afterSeconds };
  await enqueue(tx, sweepPiecesJob, {}, options);
}
