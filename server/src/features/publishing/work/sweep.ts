import { StorageError } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import type { PublishedDocuments } from '../../../base/published-documents.ts';
import { takeUnpublished } from '../actions/record.ts';
import { getPublicationLag } from '../queries.ts';
import { publish } from './publish.ts';

/** The log warns operators of a change that waits longer. */
const MAX_LAG_SECONDS = 300;
/** A run ends before the next one begins. */
const MAX_RUN_MS = 40_000;
const BATCH = 100;
const AT_ONCE = 4;

/** Takes the changes in turn, so that one which can't be published keeps no other from it. */
export async function sweepPublications(
  context: Context,
  documents: PublishedDocuments,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = context;
  const untilMs = performance.now() + MAX_RUN_MS;
  let isStorageAway = false;
  const mayGoOn = () => !isStorageAway && !signal.aborted && performance.now() < untilMs;

  async function publishDue(): Promise<number> {
    const due = await db.transaction().execute((tx) => takeUnpublished(tx, BATCH));
    const turns = due.values();
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (const name of turns) {
        if (!mayGoOn()) return;
        try {
          await publish(context, documents, name, signal);
        } catch (error) {
          isStorageAway ||= error instanceof StorageError;
          log.warn({ err: error, ...name }, 'change not published');
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
