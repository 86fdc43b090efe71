import { sql } from 'kysely';
import type { SourceProblem } from '@kinora/contract/videos/summary';
import type { Tx } from '../../../base/db.ts';
import type { JobToken } from '../../../base/jobs.ts';
import { changeRevision, moveRevision } from '../../revisions/actions.ts';
import { dropRemuxed, replaceRemuxed } from './forget-plan.ts';

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
  const attempt = { job_id: token.id, job_retry: token.retryCount };
  const isFree = sql<boolean>`plan is null and probe_error_type is null
    and (job_id is null or job_id <> ${token.id} or job_retry <= ${token.retryCount})`;
  const guard = { from: ['sourceIngression'], where: isFree } as const;
  return (await changeRevision(tx, revisionKey, attempt, guard)) !== null;
}

export async function recordProbeError(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
  problem: { type: 'probeFileError' | 'probeError'; reason: SourceProblem; detail: string },
): Promise<void> {
  const row = await changeRevision(
    tx,
    revisionKey,
    {
      probe_error_type: problem.type,
      probe_error_reason: problem.reason,
      probe_detail: problem.detail,
    },
    { from: ['sourceIngression'], token },
  );
  if (row) await dropRemuxed(tx, revisionKey);
}

/**
 * Names the remuxed source before it is stored, so that it can be removed however the attempt ends.
 *
 * @throws when another attempt has the row
 */
export async function nameRemuxed(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
  remuxKey: string,
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
  await replaceRemuxed(tx, revisionKey, remuxKey);
}

/**
 * Kept for the case that no attempt follows; the state stays as it is.
 *
 * @returns how many attempts have ended by a fault by now
 */
export async function recordAttemptFailure(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
  problem: { reason: SourceProblem; detail: string },
): Promise<number> {
  const failure = {
    failure_reason: problem.reason,
    failure_detail: problem.detail,
    failures: sql<number>`failures + 1`,
  };
  const row = await changeRevision(tx, revisionKey, failure, { token });
  return row?.failures ?? 0;
}

/** No attempt of the check is left, or none would help. */
export async function giveUpRevision(tx: Tx, revisionKey: string, token?: JobToken): Promise<void> {
  const failure = { failure_reason: sql<string>`coalesce(failure_reason, 'worker_lost')` };
  const row = await moveRevision(tx, revisionKey, 'failed', failure, {
    from: ['sourceIngression'],
    where: sql<boolean>`probe_error_type is null`,
    token: token ?? null,
  });
  if (row) await dropRemuxed(tx, revisionKey);
}
