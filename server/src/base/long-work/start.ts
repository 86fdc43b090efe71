import { sql, type RawBuilder } from 'kysely';
import { findPrincipal } from '../actor.ts';
import type { Tx } from '../db.ts';
import { newId } from '../ids.ts';
import type { TeamScope } from '../request.ts';
import { announceProgress } from './events.ts';
import type { AnyKind, LongWorkKind } from './kinds.ts';
import { queueTurn } from './turns.ts';

/** Works are kept a day longer than the 30 days in which they can be undone. */
const KEPT_DAYS = 31;

type Started = { id: string; total: number };
type Wanted<Input> = { input: Input; projectId: string | null };

/**
 * Starts a work in the caller's transaction. One without items ends at once.
 *
 * @param items selects keys, which differ, and what each item brings as jsonb; in the order of the work
 */
export function startWork<Input, Item, Changed>(
  tx: Tx,
  team: TeamScope,
  kind: LongWorkKind<Input, Item, Changed>,
  wanted: Wanted<Input>,
  items: RawBuilder<unknown>,
): Promise<Started> {
  return addWork(tx, team, kind, { ...wanted, undoOf: null }, items);
}

/**
 * Starts the undo of a work's changes so far, and stops it from making others.
 *
 * @returns null when it was undone before, is an undo itself, or does not exist
 */
export async function undoWork<Input, Item, Changed>(
  tx: Tx,
  team: TeamScope,
  kind: LongWorkKind<Input, Item, Changed>,
  id: string,
): Promise<Started | null> {
  const work = await lockWork(tx, team, kind, id);
  if (!work) return null;
  await cancelWork(tx, team, kind, id);
  const changed = sql`select key, outcome from long_work_items
    where team_id = ${team.teamId} and work_id = ${id} and state = 'done' and outcome is not null
    order by position`;
  const { projectId } = work;
  const wanted = { input: kind.input.parse(work.input), projectId, undoOf: id };
  return addWork(tx, team, kind, wanted, changed);
}

/** Ends a work where it is; its changes stay. @returns whether it was open */
export async function cancelWork(
  tx: Tx,
  team: TeamScope,
  kind: AnyKind,
  id: string,
): Promise<boolean> {
  const { rows } = await sql<{ accountId: string }>`
    update long_works set state = 'cancelled', completed_at = now()
    where team_id = ${team.teamId} and kind = ${kind.name} and id = ${id}
      and state in ('queued', 'running')
    returning account_id as "accountId"`.execute(tx);
  const [work] = rows;
  if (!work) return false;
  await announceProgress(tx, { id, teamId: team.teamId, accountId: work.accountId });
  await queueTurn(tx, kind, team.teamId);
  return true;
}

/** Tries once more the items of an ended work that failed. @returns whether there are any */
export async function retryFailed(
  tx: Tx,
  team: TeamScope,
  kind: AnyKind,
  id: string,
): Promise<boolean> {
  const { teamId } = team;
  const work = await lockWork(tx, team, kind, id);
  if (work?.state !== 'completed' || work.failed === 0) return false;
  await sql`
    with again as (
      update long_work_items set state = 'waiting', outcome = null
      where team_id = ${teamId} and work_id = ${id} and state = 'failed'
      returning position)
    update long_works set state = 'queued', failed = 0, completed_at = null,
      next_position = (select min(position) from again)
    where team_id = ${teamId} and id = ${id}`.execute(tx);
  await announceProgress(tx, { id, teamId, accountId: work.accountId });
  await queueTurn(tx, kind, teamId);
  return true;
}

/** Locks a work that was not taken back, so that no turn goes on with it in the meantime. */
async function lockWork(tx: Tx, { teamId }: TeamScope, kind: AnyKind, id: string) {
  const work = await tx
    .selectFrom('long_works')
    .select(['project_id as projectId', 'account_id as accountId', 'input', 'state', 'failed'])
    .where('team_id', '=', teamId)
    .where('kind', '=', kind.name)
    .where('id', '=', id)
    .where('undo_of', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  // Asked under the lock: another undo may have had it before.
  const undo = await tx
    .selectFrom('long_works')
    .select('id')
    .where('team_id', '=', teamId)
    .where('undo_of', '=', id)
    .executeTakeFirst();
  return undo ? undefined : work;
}

async function addWork<Input, Item, Changed>(
  tx: Tx,
  { teamId, accountId, actor }: TeamScope,
  kind: LongWorkKind<Input, Item, Changed>,
  { input, projectId, undoOf }: Wanted<Input> & { undoOf: string | null },
  items: RawBuilder<unknown>,
): Promise<Started> {
  const id = newId();
  const startedBy = findPrincipal(actor);
  await removeOldWorks(tx, teamId);
  await tx
    .insertInto('long_works')
    .values({
      id,
      team_id: teamId,
      project_id: projectId,
      kind: kind.name,
      account_id: accountId,
      started_by: startedBy ? JSON.stringify(startedBy) : null,
      input: JSON.stringify(input),
      undo_of: undoOf,
    })
    .execute();
  const added = await sql`
    insert into long_work_items (team_id, work_id, position, key, input)
    select ${teamId}::uuid, ${id}::uuid, (row_number() over ()) - 1, i.*
    from (${items}) i (key, input)`.execute(tx);
  const total = Number(added.numAffectedRows ?? 0);
  await tx
    .updateTable('long_works')
    .set(total > 0 ? { total } : { state: 'completed', completed_at: sql`now()` })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
  await announceProgress(tx, { id, teamId, accountId });
  await queueTurn(tx, kind, teamId);
  return { id, total };
}

async function removeOldWorks(tx: Tx, teamId: string): Promise<void> {
  await tx
    .deleteFrom('long_works')
    .where('team_id', '=', teamId)
    .where('created_at', '<', sql<Date>`now() - ${KEPT_DAYS} * interval '1 day'`)
    .where('state', 'in', ['completed', 'cancelled'])
    .execute();
}
