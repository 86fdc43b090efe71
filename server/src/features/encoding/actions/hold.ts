import { sql } from 'kysely';
import type { Db } from '../../../base/db.ts';
import type { ClaimedPiece } from './claim.ts';

/** The work on a deleted video rests: none of its pieces is taken until somebody lets them go. */
export async function holdPiece(db: Db, { revisionKey }: ClaimedPiece): Promise<void> {
  await sql`
    update pieces set state = 'held', worker_id = null, leased_until = null
    where revision_key = ${revisionKey} and state in ('waiting', 'running')
  `.execute(db);
}
