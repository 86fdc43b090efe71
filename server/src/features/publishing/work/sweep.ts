import { StorageError } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { defineWork, queueSweep } from '../../../base/jobs.ts';
import { takeUnpublished } from '../actions/record.ts';
import { sweepPublicationsJob } from '../jobs.ts';
import { getPublicationLag } from '../queries.ts';
import { publish } from './publish.ts';

const EVERY_SECONDS = 60;
/** The log warns operators of a change that waits longer. */
const MAX_LAG_SECONDS = 300;
/** A run ends before the next one begins. */
const MAX_RUN_MS = 40_000;
const BATCH = 100;
const AT_ONCE = 4;

export const sweepPublicationsWork = defineWork(sweepPublicationsJob, {
  handle: async (context, _payload, { signal }) => {
    await context.db
      .transaction()
      .execute((tx) => queueSweep(tx, sweepPublicationsJob, EVERY_SECONDS));
    await sweepPublications(context, signal);
  },
});

/** Takes the changes in turn, so that one which can't be published keeps no other from it. */
export async function sweepPublications(context: Context, signal: AbortSignal): Promise<void> {
  const { db, log } = context;
  const untilMs = performance.now() + MAX_RUN_MS;
  let isStorageAway = false;
  const mayGoOn = () => !isStorageAway && !signal.aborted && performance.now() < untilMs;

  async function publishDue(): Promise<number> {
    const due = await db.transaction().execute((tx) => takeUnpublished(tx, BATCH));
    const turns = due.values();
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (const subject of turns) {
        if (!mayGoOn()) return;
        try {
          await publish(context, subject, signal);
        } catch (error) {
          isStorageAway ||= error instanceof StorageError;
          log.warn({ err: error, ...subject }, 'change not published');
        }
      }
    });
    await Promise.all(lanes);
    return due.length;
  }

  while (mayGoOn() && (await publishDue()) === BATCH);
  const seconds = await getPublicationLag(db);
  if (seconds > MAX_LAG_SECONDS) log.error({ seconds }, 'viewers do not see a change yet');
}
