import { sql } from 'kysely';
import type { SourceProblem } from '@kinora/contract/videos/summary';
import { databaseNow, type Tx } from '../../../base/db.ts';
import { MAX_PAUSE_SECONDS, MAX_FAILURES, MAX_TRANSIENT_FAILURES } from '../rules/pieces.ts';
import { announceWork } from './announce.ts';
import { backOf } from './claim.ts';
import type { ClaimedPiece } from '../rules/pieces.ts';

/** The reason why a run of a piece did not come to its end. */
export type PieceFailure = {
  reason: SourceProblem;
  detail: string;
  /** Another run would end in the same way. */
  isFinal: boolean;
  /** Storage or the database was away: it is tried more often, with pauses. */
  isTransient?: boolean;
};

/** Records the end of a piece; the caller has seen that it is this run's. */
export async function recordEnd(
  tx: Tx,
  { id, revisionKey }: Pick<ClaimedPiece, 'id' | 'revisionKey'>,
): Promise<void> {
  const ended = { completed_at: databaseNow, leased_until: null, failure_reason: null };
  await tx
    .updateTable('pieces')
    .set({ ...ended, state: 'completed' })
    .where('id', '=', id)
    .execute();
  await announceWork(tx, revisionKey);
}

/**
 * Records that a run ended by a fault: its piece goes back, or pauses, or has failed once it did so
 * too often.
 *
 * @returns whether it has failed for good
 */
export async function recordFailure(
  tx: Tx,
  piece: ClaimedPiece,
  problem: PieceFailure,
): Promise<boolean> {
  const { isTransient = false } = problem;
  const max = isTransient ? MAX_TRANSIENT_FAILURES : MAX_FAILURES;
  // A piece that pauses goes back when its lease runs out.
  const { rows } = await sql<{ failures: number }>`
    update pieces p set failures = failures + 1, worker_id = null,
      leased_until = case when ${isTransient} and not ${problem.isFinal} and failures + 1 < ${max}
        then now() + least(${MAX_PAUSE_SECONDS}, 2 ^ failures) * interval '1 second' end,
      failure_reason = ${problem.reason}, failure_detail = ${problem.detail},
      state = case when ${problem.isFinal} or failures + 1 >= ${max} then 'failed'
        when ${isTransient} then 'running' else ${backOf} end
    where id = ${piece.id} and attempt = ${piece.attempt} and state = 'running'
    returning case when state = 'failed' then failures end as failures
  `.execute(tx);
  await announceWork(tx, piece.revisionKey);
  return rows[0]?.failures !== undefined && rows[0].failures !== null;
}

/** Removes a shortcut for a viewer, as no other work waits for its end. @returns false for other pieces */
export async function removeExtra(tx: Tx, { id, attempt }: ClaimedPiece): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from pieces where id = ${id} and attempt = ${attempt} and is_extra
  `.execute(tx);
  return Boolean(numAffectedRows);
}

export async function removeExtras(tx: Tx, revisionKey: string): Promise<void> {
  await tx
    .deleteFrom('pieces')
    .where('revision_key', '=', revisionKey)
    .where('is_extra', '=', true)
    .execute();
}

/** Removes all pieces of a plan that is given up. */
export async function removePieces(tx: Tx, revisionKey: string): Promise<void> {
  await tx.deleteFrom('pieces').where('revision_key', '=', revisionKey).execute();
}

const KEPT_DAYS = 30;
const MAX_AT_ONCE = 1000;

/** Removes pieces of work that was finished long ago. @returns how many */
export async function forgetPieces(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from pieces where id in (
      select p.id from pieces p join revisions r on r.key = p.revision_key
      where r.state = 'completed' and p.state = 'completed'
        and p.completed_at < now() - ${KEPT_DAYS} * interval '1 day'
      limit ${MAX_AT_ONCE})
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}
