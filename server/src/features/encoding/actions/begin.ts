import type { Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { encodeJob } from '../jobs.ts';

/** The last byte is stored: the file is checked next. Runs in the transaction of that byte. */
export async function beginIngression(
  tx: Tx,
  upload: { teamId: string; videoKey: string; revisionKey: string },
): Promise<void> {
  const changed = await tx
    .updateTable('revisions')
    .set({ state: 'sourceIngression', updated_at: new Date() })
    .where('key', '=', upload.revisionKey)
    .where('team_id', '=', upload.teamId)
    .where('state', '=', 'sourceWaiting')
    .returning('key')
    .executeTakeFirst();
  if (!changed) return;
  await enqueue(tx, encodeJob, { revisionKey: upload.revisionKey }, { group: upload.teamId });
}
