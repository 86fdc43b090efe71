import { sql } from 'kysely';
import type { SourceProblem } from '@kinora/contract/videos';
import { databaseNow, type Tx } from '../../../base/db.ts';
import type { JobToken } from '../../../base/jobs.ts';
import { dropRemuxed, replaceRemuxed } from './forget.ts';

/** The last byte is stored. @returns false when it was so before */
export async function startIngression(
  tx: Tx,
  upload: { teamId: string; revisionKey: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('revisions')
    .set({ state: 'sourceIngression', updated_at: databaseNow })
    .where('key', '=', upload.revisionKey)
    .where('team_id', '=', upload.teamId)
    .where('state', '=', 'sourceWaiting')
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the check of a revision for this attempt.
 *
 * @returns false when a newer attempt has it, or it has been planned
 */
export async function claimRevision(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
): Promise<boolean> {
  const row = await tx
    .updateTable('revisions')
    .set({ job_id: token.id, job_retry: token.retryCount, updated_at: databaseNow })
    .where('key', '=', revisionKey)
    .where('state', '=', 'sourceIngression')
    .where('plan', 'is', null)
    .where('probe_error_type', 'is', null)
    .where((eb) =>
      eb.or([
        eb('job_id', 'is', null),
        eb('job_id', '!=', token.id),
        eb('job_retry', '<=', token.retryCount),
      ]),
    )
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export async function recordProbeError(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
  problem: { type: 'probeFileError' | 'probeError'; reason: SourceProblem; detail: string },
): Promise<void> {
  const row = await tx
    .updateTable('revisions')
    .set({
      probe_error_type: problem.type,
      probe_error_reason: problem.reason,
      probe_detail: problem.detail,
      updated_at: databaseNow,
    })
    .where('key', '=', revisionKey)
    .where('state', '=', 'sourceIngression')
    .where('job_id', '=', token.id)
    .where('job_retry', '=', token.retryCount)
    .returning('key')
    .executeTakeFirst();
  if (row) await dropRemuxed(tx, revisionKey);
}

/**
 * Names the remuxed source before it is stored, so that whatever ends the attempt somebody knows what
 * to remove.
 *
 * @throws when another attempt has the row
 */
export async function nameRemuxed(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
  workKey: string,
): Promise<void> {
  const row = await tx
    .selectFrom('revisions')
    .select('key')
    .where('key', '=', revisionKey)
    .where('plan', 'is', null)
    .where('job_id', '=', token.id)
    .where('job_retry', '=', token.retryCount)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Error('the check is another attempt’s');
  await replaceRemuxed(tx, revisionKey, workKey);
}

/**
 * Kept for the case that no attempt follows; the state stays as it is.
 *
 * @returns how many attempts have ended by a fault by now
 */
export async function noteFailure(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
  problem: { reason: SourceProblem; detail: string },
): Promise<number> {
  const row = await tx
    .updateTable('revisions')
    .set({
      failure_reason: problem.reason,
      failure_detail: problem.detail,
      failures: sql<number>`failures + 1`,
      updated_at: databaseNow,
    })
    .where('key', '=', revisionKey)
    .where('job_id', '=', token.id)
    .where('job_retry', '=', token.retryCount)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures ?? 0;
}

/** No attempt of the check is left, or none would help. */
export async function giveUpRevision(tx: Tx, revisionKey: string, token?: JobToken): Promise<void> {
  const query = tx
    .updateTable('revisions')
    .set({
      state: 'failed',
      failure_reason: sql<string>`coalesce(failure_reason, 'worker_lost')`,
      updated_at: databaseNow,
    })
    .where('key', '=', revisionKey)
    .where('state', '=', 'sourceIngression')
    .where('probe_error_type', 'is', null);
  const own = token
    ? query.where('job_id', '=', token.id).where('job_retry', '=', token.retryCount)
    : query;
  const row = await own.returning('key').executeTakeFirst();
  if (row) await dropRemuxed(tx, revisionKey);
}
