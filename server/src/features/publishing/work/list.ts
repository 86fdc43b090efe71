import { setTimeout as sleep } from 'node:timers/promises';
import { CHANGE_LIST_KEY } from '@kinora/contract/published';
import type { Context } from '../../../base/context.ts';
import { lockByName } from '../../../base/db.ts';
import { queueSweep } from '../../../base/jobs.ts';
import type { PublishedDocuments } from '../../../base/published-documents.ts';
import { composeChangeList, queueChangeList } from '../actions/list.ts';
import { sweepChangesJob } from '../jobs.ts';
import { putDocument } from './publish.ts';

/** All documents that a burst publishes during the pause share the next list. */
const PAUSE_MS = 100;
/** When a list has not changed for a minute, edges assume that its writer is dead. */
const EVERY_SECONDS = 20;

/** Lists what the build before this one publishes, and what a killed process did not list. */
export async function sweepChanges(
  context: Context,
  documents: PublishedDocuments,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = context;
  await db.transaction().execute((tx) => queueSweep(tx, sweepChangesJob, EVERY_SECONDS));
  try {
    await listChanges(context, documents, true, signal);
  } catch (err) {
    log.warn({ err }, 'the list of changes was not written');
    // Its tries come soon, and end before too many sweeps wait for theirs.
    await db.transaction().execute((tx) => queueChangeList(tx, true));
  }
}

/**
 * Stores the list of what was published last. The lock is kept until it is stored, so that no older
 * list comes to stand over a newer one; what could not be stored is in no list yet.
 */
export async function listChanges(
  { db, storage }: Context,
  documents: PublishedDocuments,
  isForced: boolean,
  signal: AbortSignal,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockByName(tx, CHANGE_LIST_KEY);
    const list = await composeChangeList(tx, documents, isForced);
    if (!list) return;
    await putDocument(storage, CHANGE_LIST_KEY, list, signal);
    await sleep(PAUSE_MS);
  });
}
