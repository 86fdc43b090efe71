import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';

/** The generated file takes the place of an uploaded one. */
export async function completeSample(
  tx: Tx,
  revisionKey: string,
  sizeBytes: number,
): Promise<void> {
  await tx
    .updateTable('revisions')
    .set({ source_size_bytes: sizeBytes, upload_completed_at: sql<Date>`now()` })
    .where('key', '=', revisionKey)
    .where('state', '=', 'sourceWaiting')
    .execute();
}
