import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';

/**
 * Takes up again the pieces of a revision that have failed.
 *
 * @returns false when none has
 */
export async function retryPieces(tx: Tx, revisionKey: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update pieces set state = 'waiting', failures = 0, attempt = 0,
      failure_reason = null, failure_detail = null
    where revision_key = ${revisionKey} and state = 'failed'
    returning id
  `.execute(tx);
  if (rows.length === 0) return false;
  // Pieces that were blocked with it wait again, except those that are only made on request.
  await sql`
    update pieces p set state = 'waiting' from revisions r
    where p.revision_key = ${revisionKey} and r.key = p.revision_key and p.state = 'blocked'
      and p.needs_arrived is null and not p.rendition_ids && r.on_demand_ids
  `.execute(tx);
  return true;
}
