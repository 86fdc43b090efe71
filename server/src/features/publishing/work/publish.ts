import type { Storage } from '@kinora/storage/storage';
import type { Context } from '../../../base/context.ts';
import { lockByName } from '../../../base/db.ts';
import {
  type DocumentName,
  getPublished,
  type PublishedDocuments,
} from '../../../base/published-documents.ts';
import { queueChangeList } from '../actions/list.ts';
import { markUnconfirmed, recordPublished } from '../actions/record.ts';
import { getChangedVersion } from '../queries.ts';

/** The lock is lost after 60 s in which its transaction is idle: nothing may be written so late. */
const MAX_PUT_MS = 20_000;

/**
 * Stores a document as it is now. Its name is locked before it is read and until it is stored, so that the
 * last document in storage is the last state in the database, whatever the order of jobs. A row's own lock
 * would not do: people's changes would wait for slow storage, and a read that waits for one sees older states
 * of other tables.
 */
export async function publish(
  { db, storage }: Context,
  documents: PublishedDocuments,
  name: DocumentName,
  signal: AbortSignal,
): Promise<void> {
  const kind = getPublished(documents, name.kind);
  const storageKey = kind.getStorageKey(name.key);
  let isStoring = false;
  try {
    await db.transaction().execute(async (tx) => {
      await lockByName(tx, storageKey);
      // Before the document is read: a change in between makes a newer version.
      const version = await getChangedVersion(tx, name);
      const document = await kind.load(tx, name.key);
      // A document that edges can't read would end playback: the old one stays, and the job is tried again.
      if (document) kind.schema.parse(document);
      const named = document ? await kind.loadNamed?.(tx, document) : [];
      isStoring = true;
      for (const one of named ?? []) {
        await putDocument(storage, one.storageKey, one.document, signal);
      }
      if (document) await putDocument(storage, storageKey, document, signal);
      else if (!kind.isLasting) await storage.delete(storageKey);
      await recordPublished(tx, name, version);
    });
  } catch (error) {
    // The lock may have been lost with its connection, and a newer document be overwritten.
    if (isStoring) await db.transaction().execute((tx) => markUnconfirmed(tx, name));
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
