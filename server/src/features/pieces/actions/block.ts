import { sql } from 'kysely';
import type { Db, Tx } from '../../../base/db.ts';
import type { ClaimedPiece } from '../rules/pieces.ts';

/** Blocks the pieces of a deleted video, until it is restored. */
export async function blockPieces(db: Db, { revisionKey }: ClaimedPiece): Promise<void> {
  await sql`
    update pieces set state = 'held', worker_id = null, leased_until = null
    where revision_key = ${revisionKey} and state in ('waiting', 'running')
  `.execute(db);
}

/** Blocks the waiting pieces of a revision whose encoding has failed, until somebody retries it. */
export async function blockWaiting(tx: Tx, revisionKey: string): Promise<void> {
  await tx
    .updateTable('pieces')
    .set({ state: 'held' })
    .where('revision_key', '=', revisionKey)
    .where('state', '=', 'waiting')
    .execute();
}
