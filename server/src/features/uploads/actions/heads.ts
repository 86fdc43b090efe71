import type { Db, Tx } from '../../../base/db.ts';
import { headMarks, storedLayout } from '../rules/layout.ts';

/** What may be done with the beginning of a file, in the transaction that notes that it was told. */
export type OnHead = (tx: Tx, revisionKey: string) => Promise<void>;

/**
 * Tells of files whose beginning has arrived and may be probed: a few times an upload, each time with
 * more of it, and once for each mark, however many processes ask. Uploads whose video is planned are
 * passed over. What `onHead` throws undoes the note, so that the mark is told of again.
 */
export async function tellHeads(db: Db, onHead: OnHead): Promise<void> {
  const arriving = await db
    .selectFrom('uploads as u')
    .innerJoin('revisions as r', 'r.key', 'u.revision_key')
    .select(['u.id', 'u.revision_key as revisionKey', 'u.layout', 'u.size_bytes as sizeBytes'])
    .select(['u.arrived_bytes as arrived', 'u.head_told_bytes as told'])
    .where('u.completed_at', 'is', null)
    .whereRef('u.arrived_bytes', '>', 'u.head_told_bytes')
    .where('r.plan', 'is', null)
    .execute();
  for (const { id, revisionKey, arrived, told, ...upload } of arriving) {
    const marks = headMarks(storedLayout(upload)).filter((mark) => mark < upload.sizeBytes);
    const mark = marks.findLast((one) => one <= arrived);
    if (mark === undefined || mark <= told) continue;
    await db.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('uploads')
        // Behind the last mark there is nothing to be looked for any more.
        .set({ head_told_bytes: mark === marks.at(-1) ? upload.sizeBytes : mark })
        .where('id', '=', id)
        .where('completed_at', 'is', null)
        .where('head_told_bytes', '<', mark)
        .returning('id')
        .executeTakeFirst();
      if (row) await onHead(tx, revisionKey);
    });
  }
}
