import type { Storage } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { lockByName } from '../../../base/db.ts';
import { defineWork } from '../../../base/jobs.ts';
import { queueChangeList } from '../actions/list.ts';
import { recordDoubt, recordPublished } from '../actions/record.ts';
import { publishSettingsJob, publishVideoJob } from '../jobs.ts';
import { findDocument, getChangedVersion } from '../queries.ts';
import { getDocumentKey, type Subject } from '../rules.ts';

/** The lock is lost after 60 s in which its transaction is idle: nothing may be written so late. */
const MAX_PUT_MS = 20_000;

export const publishVideoWork = defineWork(publishVideoJob, {
  handle: (context, { videoKey }, { signal }) =>
    publish(context, { kind: 'video', key: videoKey }, signal),
});

export const publishSettingsWork = defineWork(publishSettingsJob, {
  handle: (context, settings, { signal }) => publish(context, settings, signal),
});

/**
 * Stores a document as it is now. It is read only while its name is locked, and the lock is kept
 * until it is stored: the last document in storage is the last state in the database, however the
 * jobs are ordered. A row's own lock would not do: it would keep people's changes waiting for slow
 * storage, and a read that waits for one sees the other tables as they were before.
 */
export async function publish(
  { db, storage }: Context,
  subject: Subject,
  signal: AbortSignal,
): Promise<void> {
  let isStoring = false;
  try {
    await db.transaction().execute(async (tx) => {
      const storageKey = getDocumentKey(subject);
      await lockByName(tx, storageKey);
      // Before the document is read: a change in between makes a newer version.
      const version = await getChangedVersion(tx, subject);
      const { document, keys } = await findDocument(tx, subject);
      isStoring = true;
      // Before the document that names them.
      if (keys) await putDocument(storage, keys.storageKey, keys.document, signal);
      if (document) await putDocument(storage, storageKey, document, signal);
      // A host that leads to no channel any more. What a deleted video answers stays.
      else if (subject.kind !== 'video') await storage.delete(storageKey);
      await recordPublished(tx, subject, version);
    });
  } catch (error) {
    // The lock may have been lost with its connection, and a newer document be overwritten.
    if (isStoring) await db.transaction().execute((tx) => recordDoubt(tx, subject));
    throw error;
  }
  await db.transaction().execute((tx) => queueChangeList(tx));
}

/** Rejects when it takes so long that a lock which was taken for it may be lost. */
export async function putDocument(
  storage: Storage,
  storageKey: string,
  document: object,
  signal: AbortSignal,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(document));
  const late = AbortSignal.timeout(MAX_PUT_MS);
  await storage.put(storageKey, body, { signal: AbortSignal.any([signal, late]) });
}
