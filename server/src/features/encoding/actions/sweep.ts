import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';

/** Steps of finished videos are shown for so long. */
const KEPT_DAYS = 30;
const MOST_AT_ONCE = 1000;

/** Forgets the steps of what was finished long ago. @returns how many were forgotten */
export async function forgetPieces(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pieces where id in (
      select p.id from pieces p join revisions r on r.key = p.revision_key
      where r.state = 'completed' and p.state = 'completed'
        and p.completed_at < now() - ${KEPT_DAYS} * interval '1 day'
      limit ${MOST_AT_ONCE})
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Remuxed sources that nothing is made of any more: their removal was cut short. They are another
 * object from here on.
 */
export async function takeLeftWork(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ workKey: string }>`
    update revisions r set work_key = null
    from (
      select key, work_key from revisions
      where work_key is not null and state = 'completed' and updated_at < now() - interval '1 hour'
        and cardinality(on_demand_ids) = 0
      limit ${MOST_AT_ONCE} for update skip locked
    ) left_over
    where r.key = left_over.key
    returning left_over.work_key as "workKey"
  `.execute(tx);
  return rows.map(({ workKey }) => workKey);
}
