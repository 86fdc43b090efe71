import { sql } from 'kysely';
import type { Db, Tx } from '../../../base/db.ts';
import type { ClaimedPiece } from '../rules/pieces.ts';

/** The work on a deleted video rests: none of its pieces is taken until somebody lets them go. */
export async function holdPiece(db: Db, { revisionKey }: ClaimedPiece): Promise<void> {
  await sql`
    update pieces set state = 'held', worker_id = null, leased_until = null
    where revision_key = ${revisionKey} and state in ('waiting', 'running')
  `.execute(db);
}

/** Holds the waiting pieces of a work that is given up, until somebody takes it up again. */
export async function holdWaiting(tx: Tx, revisionKey: string): Promise<void> {
  await tx
    .updateTable('pieces')
    .set({ state: 'held' })
    .where('revision_key', '=', revisionKey)
    .where('state', '=', 'waiting')
    .execute();
}
