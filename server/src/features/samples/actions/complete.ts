import { databaseNow, type Tx } from '../../../base/db.ts';
import { changeRevision } from '../../revisions/actions.ts';

/** The generated file takes the place of an uploaded one. */
export async function completeSample(
  tx: Tx,
  revisionKey: string,
  sizeBytes: number,
): Promise<void> {
  const file = { source_size_bytes: sizeBytes, upload_completed_at: databaseNow };
  await changeRevision(tx, revisionKey, file, { from: ['sourceWaiting'] });
}
