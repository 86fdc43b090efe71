import type { Db, Tx } from '../../base/db.ts';
import { listReceivedBytes, type Received } from './queries.ts';

/** Says what is durable of the files of revisions; none of one whose upload was not begun. */
export async function getReceivedParts(
  db: Db | Tx,
  revisionKeys: readonly string[],
): Promise<Map<string, Received>> {
  if (revisionKeys.length === 0) return new Map();
  const received = await listReceivedBytes(db, revisionKeys);
  return new Map(received.map((one) => [one.revisionKey, one]));
}
