import { sql } from 'kysely';
import { Actor, actingFor } from '../actor.ts';
import type { Db, Tx } from '../db.ts';
import { enqueue } from '../jobs.ts';
import { announceEnd, announceProgress } from './events.ts';
import type { AnyKind, LongWork, Outcome, Outcomes, Turn } from './kinds.ts';

type OpenWork = LongWork<unknown> & { isUndo: boolean; nextPosition: number; startedBy: unknown };
type Waiting = { position: number; key: string; input: unknown };

/** Changes items in the turn's transaction. */
export type Make = (
  tx: Tx,
  work: OpenWork,
  items: readonly Waiting[],
) => Promise<Outcomes<unknown>>;

/**
 * Queues a turn of the team's oldest open work of a kind; none when all have ended. Every transaction that
 * opens, changes or ends a work does this, so that a turn is queued for as long as one is open.
 */
export async function queueTurn(tx: Tx, kind: AnyKind, teamId: string) {
  const first = await selectFirst(tx, kind.name, teamId).executeTakeFirst();
  if (!first) return;
  const turn = { teamId, workId: first.id, position: first.nextPosition };
  await enqueue(tx, kind.job, turn, { group: teamId });
}

/**
 * Makes the next items of a team's oldest open work of a kind, and queues the turn after that behind those
 * of other teams. A turn that comes twice, as its worker died or another queued it too, makes nothing.
 */
export function takeTurn(db: Db, kind: AnyKind, turn: Turn, make: Make): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const work = await selectFirst(tx, kind.name, turn.teamId).forUpdate().executeTakeFirst();
    if (!work) return;
    if (work.id !== turn.workId) return queueTurn(tx, kind, turn.teamId);
    if (work.nextPosition !== turn.position) return;
    const waiting = await listWaiting(tx, turn, kind.itemsAtOnce + 1);
    const items = waiting.slice(0, kind.itemsAtOnce);
    const acting = actingFor(tx, toActor(kind.name, work));
    const outcomes = await make(acting, work, items);
    const found = items.map(({ key }) => outcomes.get(key) ?? PASSED);
    await recordOutcomes(acting, turn, items, found);
    const ended = await recordProgress(acting, turn, found, waiting[kind.itemsAtOnce]);
    await announceProgress(acting, work);
    if (ended) await announceEnd(acting, kind, work, ended);
    await queueTurn(acting, kind, turn.teamId);
  });
}

/** Says of an item that it could not be made, by a fault of ours. */
const PASSED = { failure: 'internal_error' };

/** Passes over items that failed again and again, so that the others don't wait for them. */
export const passOver: Make = async () => new Map();

/** The work acts on behalf of its starter, whatever queued this turn. */
function toActor(name: string, { id, startedBy }: OpenWork): Actor {
  return Actor.parse({
    kind: 'job',
    id,
    name,
    ...(startedBy !== null && { onBehalfOf: startedBy }),
  });
}

function selectFirst(tx: Tx, kindName: string, teamId: string) {
  return tx
    .selectFrom('long_works')
    .select(['id', 'team_id as teamId', 'project_id as projectId', 'account_id as accountId'])
    .select(['input', 'next_position as nextPosition', 'started_by as startedBy'])
    .select(sql<boolean>`undo_of is not null`.as('isUndo'))
    .where('team_id', '=', teamId)
    .where('kind', '=', kindName)
    .where(sql<boolean>`state in ('queued', 'running')`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1);
}

function listWaiting(tx: Tx, { teamId, workId, position }: Turn, limit: number) {
  return tx
    .selectFrom('long_work_items')
    .select(['position', 'key', 'input'])
    .where('team_id', '=', teamId)
    .where('work_id', '=', workId)
    .where('position', '>=', position)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(limit)
    .execute();
}

async function recordOutcomes(
  tx: Tx,
  { teamId, workId }: Turn,
  items: readonly Waiting[],
  found: readonly Outcome<unknown>[],
): Promise<void> {
  const rows = found.map((outcome, at) => ({
    position: items[at]?.position,
    state: outcome.failure === undefined ? 'done' : 'failed',
    outcome: outcome.failure === undefined ? outcome.changed : { failure: outcome.failure },
  }));
  await sql`
    update long_work_items i set state = o.state, outcome = o.outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (
      position int, state text, outcome jsonb)
    where i.team_id = ${teamId} and i.work_id = ${workId} and i.position = o.position`.execute(tx);
}

/** A person still watches a work that takes no longer, and sees that it has succeeded. */
const WATCHED_SECONDS = 10;

/** @returns the counts of a work that has ended, if its starter may not have seen that */
async function recordProgress(
  tx: Tx,
  { teamId, workId }: Turn,
  found: readonly Outcome<unknown>[],
  next: Waiting | undefined,
): Promise<{ total: number; failed: number } | null> {
  const failed = found.filter(({ failure }) => failure !== undefined).length;
  const { isLong, ...counts } = await tx
    .updateTable('long_works')
    .set((row) => ({
      done: row('done', '+', found.length - failed),
      failed: row('failed', '+', failed),
      next_position: next?.position ?? row.ref('total'),
      state: next ? 'running' : 'completed',
      completed_at: next ? null : sql<Date>`now()`,
    }))
    .where('team_id', '=', teamId)
    .where('id', '=', workId)
    .returning(['total', 'failed'])
    .returning(
      sql<boolean>`created_at < now() - ${WATCHED_SECONDS} * interval '1 second'`.as('isLong'),
    )
    .executeTakeFirstOrThrow();
  return !next && (isLong || counts.failed > 0) ? counts : null;
}
