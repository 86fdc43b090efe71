import { sql } from 'kysely';
import type { Db, Tx } from '../../../base/db.ts';
import type { ClaimedPiece } from '../rules/pieces.ts';

/** Blocks the pieces of a deleted video, until it is restored. */
export async function blockPieces(db: Db, { revisionKey }: ClaimedPiece): Promise<void> {
  await sql`
    update pieces set state = 'blocked', worker_id = null, leased_until = null
    where revision_key = ${revisionKey} and state in ('waiting', 'running')
  `.execute(db);
}

/** Blocks the waiting pieces of a revision whose encoding has failed, until it is retried. */
export async function blockWaiting(tx: Tx, revisionKey: string): Promise<void> {
  await tx
    .updateTable('pieces')
    .set({ state: 'blocked' })
    .where('revision_key', '=', revisionKey)
    .where('state', '=', 'waiting')
    .execute();
}

/** Lets the pieces of restored videos go on, unless their encoding has failed. */
export async function unblockPieces(tx: Tx, revisionKeys: readonly string[]): Promise<void> {
  await sql`
    update pieces p set state = 'waiting' from revisions r
    where p.revision_key = any(${revisionKeys}) and r.key = p.revision_key and p.state = 'blocked'
      and p.needs_arrived is null and not p.rendition_ids && r.on_demand_ids
      and not exists (select from pieces f where f.revision_key = r.key and f.state = 'failed'
        and f.kind in ('copy', 'video', 'audio'))
  `.execute(tx);
}
