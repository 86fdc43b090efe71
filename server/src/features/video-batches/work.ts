import type { Db, Tx } from '../../base/db.ts';
import { defineWork } from '../../base/jobs.ts';
import { passItems, takeItems } from './actions/take.ts';
import { changeVideosJob } from './jobs.ts';

type Take = (tx: Tx, batchId: string) => Promise<boolean>;

/** A transaction for each part, so that a batch goes on where it was when its process ends. */
const run = (db: Db, batchId: string, take: Take) =>
  db.transaction().execute((tx) => take(tx, batchId));

export const changeVideosWork = defineWork(changeVideosJob, {
  handle: async ({ db }, { batchId }, { signal }) => {
    while (await run(db, batchId, takeItems)) signal.throwIfAborted();
  },
  // Some of them can't be changed for a fault of ours: the others are not to wait for them.
  giveUp: async ({ db }, { batchId }) => {
    let hasMore = await run(db, batchId, passItems);
    while (hasMore) hasMore = await run(db, batchId, takeItems);
  },
});
