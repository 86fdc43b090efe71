import type { Tx } from '../../base/db.ts';
import { enqueueAll } from '../../base/jobs.ts';
import type { DocumentName } from '../../base/published-documents.ts';
import { recordChanges } from './actions/record.ts';
import { publishJob } from './jobs.ts';

/**
 * Has documents published in the transaction of a change that viewers may see. Those of a change of few
 * are written first: a rule doesn't wait for a thousand videos that were moved.
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
