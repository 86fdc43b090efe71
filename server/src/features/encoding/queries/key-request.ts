import type { Db } from '../../../base/db.ts';
import { findEncodingTask } from './task.ts';

/** The key that a planned stream waits for. */
export type KeyRequest = {
  teamId: string;
  /** Null: none is named any more. */
  keyServerId: string | null;
  contentId: string;
};

/** Finds what a stream needs; null when it has its key, or needs none. */
export async function findKeyRequest(db: Db, revisionKey: string): Promise<KeyRequest | null> {
  const task = await findEncodingTask(db, revisionKey);
  if (!task?.plan?.encrypts) return null;
  const row = await db
    .selectFrom('revision_keys')
    .select('revision_key')
    .where('revision_key', '=', revisionKey)
    .executeTakeFirst();
  if (row) return null;
  const { teamId, keyServerId } = task;
  return { teamId, keyServerId, contentId: revisionKey };
}
