import { sql, type RawBuilder } from 'kysely';
import type { Bandwidth, StreamDescription } from '@kinora/contract/stream';
import type { ProcessingState, SourceProblem } from '@kinora/contract/videos';
import type { Tx } from '../../../base/db.ts';
import type { JobToken } from '../../../base/jobs.ts';
import { publishVideo } from '../../publishing/actions.ts';
import { isPlayable } from '../../publishing/rules.ts';
import { statesBefore } from '../../videos/rules/state.ts';
import { plannedOutputs } from '../rules.ts';

/** Every write of an attempt: refused (null) once a newer attempt or an end state holds the row. */
async function writeAs(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
  change: { state: ProcessingState } & Record<string, unknown>,
  mostCompleted = 1_000_000,
): Promise<{ video_key: string } | null> {
  const row = await tx
    .updateTable('revisions')
    .set({ ...change, updated_at: new Date() })
    .where('key', '=', revisionKey)
    .where('job_id', '=', token.id)
    .where('job_retry', '=', token.retryCount)
    .where('state', 'in', statesBefore(change.state))
    .where(sql<boolean>`total_completed_outputs <= ${mostCompleted}`)
    .returning('video_key')
    .executeTakeFirst();
  return row ?? null;
}

/** The last byte is stored. @returns false when it was so before */
export async function startIngression(
  tx: Tx,
  upload: { teamId: string; revisionKey: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('revisions')
    .set({ state: 'sourceIngression', updated_at: new Date() })
    .where('key', '=', upload.revisionKey)
    .where('team_id', '=', upload.teamId)
    .where('state', '=', 'sourceWaiting')
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the revision for this attempt. What an earlier one made playable stays so: the state and
 * the outputs of a partiallyCompleted revision are kept until this attempt has as many.
 *
 * @returns false when a newer attempt has it or all is done
 */
export async function claimRevision(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
): Promise<boolean> {
  const row = await tx
    .updateTable('revisions')
    .set({
      state: unlessPlayable(sql`'sourceIngression'`, sql`state`),
      job_id: token.id,
      job_retry: token.retryCount,
      progress_percent: 0,
      total_expected_outputs: unlessPlayable(sql`0`, sql`total_expected_outputs`),
      total_completed_outputs: unlessPlayable(sql`0`, sql`total_completed_outputs`),
      updated_at: new Date(),
    })
    .where('key', '=', revisionKey)
    .where('state', 'in', ['sourceIngression', 'processing', 'partiallyCompleted'])
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

function unlessPlayable<T>(value: RawBuilder<unknown>, kept: RawBuilder<unknown>): RawBuilder<T> {
  return sql<T>`case when state = 'partiallyCompleted' then ${kept} else ${value} end`;
}

export async function recordProbeError(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
  problem: { type: 'probeFileError' | 'probeError'; reason: SourceProblem; detail: string },
): Promise<void> {
  await writeAs(tx, revisionKey, token, {
    state: 'sourceIngression',
    probe_error_type: problem.type,
    probe_error_reason: problem.reason,
    probe_detail: problem.detail,
  });
}

/** The whole plan is known: expected outputs, duration, every border. */
export async function recordPlan(
  tx: Tx,
  token: JobToken,
  stream: StreamDescription,
): Promise<void> {
  const outputs = plannedOutputs(stream);
  const row = await writeAs(tx, stream.revisionKey, token, {
    state: 'processing',
    duration_ms: stream.durationMs,
    stream: JSON.stringify(stream),
    total_expected_outputs: outputs.length,
  });
  if (!row) return;
  await tx.deleteFrom('outputs').where('revision_key', '=', stream.revisionKey).execute();
  await tx
    .insertInto('outputs')
    .values(
      outputs.map((output, position) => ({
        revision_key: stream.revisionKey,
        rendition_id: output.renditionId,
        type: output.type,
        position,
        name: output.name,
        codec: output.codec,
        width: output.width,
        height: output.height,
        language_code: output.languageCode,
      })),
    )
    .execute();
}

/** @returns false when the work is no longer this attempt's */
export async function recordProgress(
  tx: Tx,
  revisionKey: string,
  token: JobToken,
  percent: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('revisions')
    .set({ progress_percent: percent, updated_at: new Date() })
    .where('key', '=', revisionKey)
    .where('job_id', '=', token.id)
    .where('job_retry', '=', token.retryCount)
    .where('state', 'in', ['processing', 'partiallyCompleted'])
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

export type CompletedOutput = { renditionId: string; bandwidth: Bandwidth; sizeBytes: number };

/**
 * Outputs whose every segment is stored: measured figures replace planned ones, and the stream is
 * published as far as it can be played.
 */
export async function recordOutputs(
  tx: Tx,
  token: JobToken,
  stream: StreamDescription,
  completed: readonly CompletedOutput[],
): Promise<void> {
  const isWhole = [...stream.video, ...stream.audio].every((rendition) => rendition.ready);
  const whenPartial = isPlayable(stream) ? 'partiallyCompleted' : 'processing';
  const ready = [...stream.video, ...stream.audio].filter((rendition) => rendition.ready).length;
  const row = await writeAs(
    tx,
    stream.revisionKey,
    token,
    {
      state: isWhole ? 'completed' : whenPartial,
      stream: JSON.stringify(stream),
      duration_ms: stream.durationMs,
      total_completed_outputs: ready,
      ...(isWhole ? { progress_percent: 100 } : {}),
    },
    ready,
  );
  if (!row) return;
  for (const output of completed) {
    await tx
      .updateTable('outputs')
      .set({
        completed_at: new Date(),
        average_bps: output.bandwidth.averageBps,
        peak_bps: output.bandwidth.peakBps,
        size_bytes: output.sizeBytes,
      })
      .where('revision_key', '=', stream.revisionKey)
      .where('rendition_id', '=', output.renditionId)
      .execute();
  }
  await publishVideo(tx, row.video_key);
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
      updated_at: new Date(),
    })
    .where('key', '=', revisionKey)
    .where('job_id', '=', token.id)
    .where('job_retry', '=', token.retryCount)
    .returning('failures')
    .executeTakeFirst();
  return row?.failures ?? 0;
}

/**
 * No attempt is left, or none would help. What can be played already stays playable.
 *
 * @param token the attempt that gives up; without one nobody is at work any more
 */
export async function giveUpRevision(tx: Tx, revisionKey: string, token?: JobToken): Promise<void> {
  const query = tx
    .updateTable('revisions')
    .set({
      state: 'failed',
      failure_reason: sql<string>`coalesce(failure_reason, 'worker_lost')`,
      updated_at: new Date(),
    })
    .where('key', '=', revisionKey)
    .where('state', 'in', statesBefore('failed'))
    .where('probe_error_type', 'is', null);
  const own = token
    ? query.where('job_id', '=', token.id).where('job_retry', '=', token.retryCount)
    : query;
  await own.execute();
}
