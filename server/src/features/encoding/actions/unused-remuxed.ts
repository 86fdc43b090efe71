import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { removeObjectsJob } from '../../../base/remove-objects.ts';
import { changeRevision } from '../../revisions/actions.ts';

const MAX_AT_ONCE = 1000;

/** No piece reads the revision's remuxed source any more. */
const isDone = sql`r.remux_key is not null and r.state = 'completed' and not exists (
  select 1 from pieces p where p.revision_key = r.key
    and p.state in ('blocked', 'waiting', 'running'))`;

/** Removes a revision's remuxed source once nothing is made of it; the storyboard may come last. */
export async function removeUnusedRemuxed(tx: Tx, revisionKey: string): Promise<void> {
  await removeUnused(tx, sql`r.key = ${revisionKey}`);
}

/** Does the same for all revisions, since the last piece of one may have failed. */
export async function sweepUnusedRemuxed(tx: Tx): Promise<void> {
  await removeUnused(tx, sql`r.updated_at < now() - interval '1 hour'`);
}

async function removeUnused(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ key: string; remuxKey: string }>`
    select r.key, r.remux_key as "remuxKey" from revisions r where ${which} and ${isDone}
    limit ${MAX_AT_ONCE} for update
  `.execute(tx);
  if (rows.length === 0) return;
  for (const { key } of rows) await changeRevision(tx, key, { remux_key: null });
  await enqueue(tx, removeObjectsJob, { keys: rows.map(({ remuxKey }) => remuxKey) });
}
