import type { Tx } from '../../base/db.ts';
import { enqueueAll } from '../../base/jobs.ts';
import type { DocumentName } from '../../base/published-documents.ts';
import { recordChanges } from './actions/record.ts';
import { publishJob } from './jobs.ts';

/**
 * Queues documents for publishing, in the transaction of a change that viewers may see. Small changes are
 * written first, so that a rule does not wait for a thousand moved videos.
 */
export async function publishDocuments(tx: Tx, names: readonly DocumentName[]): Promise<void> {
  const distinct = [...new Map(names.map((name) => [JSON.stringify(name), name])).values()];
  await recordChanges(tx, distinct);
  const options = { priority: -distinct.length };
  await enqueueAll(
    tx,
    publishJob,
    distinct.map(({ kind, key }) => ({ payload: { kind, key }, options })),
  );
}
