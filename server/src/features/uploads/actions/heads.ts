import type { Db, Tx } from '../../../base/db.ts';
import { write } from '../../../base/write.ts';
import { listHeadMarks, storedLayout } from '../rules/layout.ts';

/** Runs when the beginning of a file is there, in the transaction that records that it ran. */
export type OnHead = (tx: Tx, revisionKey: string) => Promise<void>;

/**
 * Calls `onHead` for files whose beginning has arrived and may be probed: a few times an upload, each time
 * with more bytes, and once per mark over all processes. Uploads with a planned video are skipped. When
 * `onHead` throws, the mark is notified again.
 */
export async function notifyHeads(db: Db, onHead: OnHead): Promise<void> {
  const arriving = await db
    .selectFrom('uploads as u')
    .innerJoin('revisions as r', 'r.key', 'u.revision_key')
    .select(['u.id', 'u.revision_key as revisionKey', 'u.layout', 'u.size_bytes as sizeBytes'])
    .select(['u.arrived_bytes as arrived', 'u.head_notified_bytes as notified'])
    .where('u.completed_at', 'is', null)
    .whereRef('u.arrived_bytes', '>', 'u.head_notified_bytes')
    .where('r.plan', 'is', null)
    .execute();
  for (const { id, revisionKey, arrived, notified, ...upload } of arriving) {
    const marks = listHeadMarks(storedLayout(upload)).filter((mark) => mark < upload.sizeBytes);
    const mark = marks.findLast((one) => one <= arrived);
    if (mark === undefined || mark <= notified) continue;
    await write({ app: { db } }, null, async (tx) => {
      const row = await tx
        .updateTable('uploads')
        // After the last mark there is nothing left to look for.
        .set({ head_notified_bytes: mark === marks.at(-1) ? upload.sizeBytes : mark })
        .where('id', '=', id)
        .where('completed_at', 'is', null)
        .where('head_notified_bytes', '<', mark)
        .returning('id')
        .executeTakeFirst();
      if (row) await onHead(tx, revisionKey);
    });
  }
}
