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

/** Of a revision whose remuxed source is read by no piece any more. */
const isDone = sql`r.work_key is not null and r.state = 'completed' and not exists (
  select 1 from pieces p where p.revision_key = r.key
    and p.state in ('held', 'waiting', 'running'))`;

/** The key of a revision's remuxed source once nothing is made of it; it is the caller's then. */
export async function takeWork(tx: Tx, revisionKey: string): Promise<string | null> {
  const { rows } = await sql<{ workKey: string }>`
    update revisions r set work_key = null
    from (select r.key, r.work_key from revisions r
      where r.key = ${revisionKey} and ${isDone} for update) done
    where r.key = done.key
    returning done.work_key as "workKey"
  `.execute(tx);
  return rows[0]?.workKey ?? null;
}

/** The same of all revisions: a removal that was cut short, or a last piece that failed. */
export async function takeLeftWork(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ workKey: string }>`
    update revisions r set work_key = null
    from (select r.key, r.work_key from revisions r
      where r.updated_at < now() - interval '1 hour' and ${isDone}
      limit ${MOST_AT_ONCE} for update skip locked) done
    where r.key = done.key
    returning done.work_key as "workKey"
  `.execute(tx);
  return rows.map(({ workKey }) => workKey);
}
