import type { Db, Tx } from '../../base/db.ts';
import { listReceivedBytes } from './queries.ts';

/** Bytes that are durable of the files of revisions; none of one whose upload was not begun. */
export async function getReceivedParts(
  db: Db | Tx,
  revisionKeys: readonly string[],
): Promise<Map<string, number>> {
  if (revisionKeys.length === 0) return new Map();
  const received = await listReceivedBytes(db, revisionKeys);
  return new Map(received.map((one) => [one.revisionKey, one.bytes]));
}
