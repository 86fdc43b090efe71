import { sql } from 'kysely';
import type { StreamDescription } from '@kinora/contract/stream';
import { databaseNow, type Tx } from '../../../base/db.ts';
import { newId } from '../../../base/ids.ts';
import type { JobToken } from '../../../base/jobs.ts';
import { moveRevision } from '../../revisions/actions.ts';
import type { StoredPlan } from '../rules/stored-plan.ts';
import { plannedOutputs } from '../rules/outputs.ts';
import { recordEncoder } from './encoders.ts';
import { forgetPlan, removeRemuxed, replaceRemuxed } from './forget.ts';
import { dueAfterMs, isEncoded, isExpress, type NewPiece } from '../rules/pieces.ts';

/**
 * The whole plan is known: expected outputs, duration, every border, and the pieces that make it.
 * Planned while the file still arrives, no run of a check holds the row and `token` is null.
 *
 * @returns false when it was planned before, or another attempt has the row
 */
export async function recordPlan(
  tx: Tx,
  token: JobToken | null,
  planned: {
    teamId: string;
    plan: StoredPlan;
    workKey: string | null;
    stream: StreamDescription;
    onDemandIds: string[];
    defaultRenditionId: string | null;
    pieces: NewPiece[];
    segmentArrivals?: number[] | null;
    /** Without which copies it was planned: whoever knows of fewer came too late. */
    refusedCopies?: readonly string[];
  },
): Promise<boolean> {
  const { stream } = planned;
  const outputs = plannedOutputs(stream);
  const row = await moveRevision(
    tx,
    stream.revisionKey,
    'processing',
    {
      duration_ms: stream.durationMs,
      stream: JSON.stringify(stream),
      plan: JSON.stringify(planned.plan),
      on_demand_ids: planned.onDemandIds,
      default_rendition_id: planned.defaultRenditionId,
      segment_arrivals: planned.segmentArrivals ?? null,
      planned_at: databaseNow,
      progress_percent: 0,
      total_expected_outputs: outputs.length,
      total_completed_outputs: 0,
      failure_reason: null,
      failure_detail: null,
    },
    {
      ...(token ? { token } : { from: ['sourceWaiting'] as const }),
      where: sql<boolean>`plan is null
        and refused_copies = ${planned.refusedCopies ?? []}::text[]`,
    },
  );
  if (!row) {
    if (planned.workKey !== null) await removeUnnamed(tx, stream.revisionKey, planned.workKey);
    return false;
  }
  await replaceRemuxed(tx, stream.revisionKey, planned.workKey);
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
  const encoder = planned.plan.encoder ?? '';
  if (encoder !== '') await recordEncoder(tx, encoder);
  await addPieces(tx, { ...planned, revisionKey: stream.revisionKey, encoder }, planned.pieces);
  return true;
}

/** Whoever has the row now may have had this removed before it was stored. */
async function removeUnnamed(tx: Tx, revisionKey: string, workKey: string): Promise<void> {
  const row = await tx
    .selectFrom('revisions')
    .select('work_key')
    .where('key', '=', revisionKey)
    .executeTakeFirst();
  if (row?.work_key !== workKey) await removeRemuxed(tx, workKey);
}

/** Queues pieces in the order given; `from` is the place of the first one. */
export async function addPieces(
  tx: Tx,
  revision: { revisionKey: string; teamId: string; stream: StreamDescription; encoder?: string },
  pieces: readonly NewPiece[],
  from = 0,
): Promise<void> {
  const { durationMs } = revision.stream;
  // A statement takes 65,535 values: a day of video in pieces is more.
  for (let first = 0; first < pieces.length; first += 1000) {
    const rows = pieces.slice(first, first + 1000).map((piece, n) => {
      const position = from + first + n;
      const isHeld = piece.when === 'whenAsked' || typeof piece.needsArrived === 'number';
      return {
        id: newId(),
        revision_key: revision.revisionKey,
        team_id: revision.teamId,
        kind: piece.kind,
        encoder: isEncoded(piece.kind) ? (revision.encoder ?? '') : '',
        rendition_ids: piece.renditionIds,
        first_segment: piece.firstSegment,
        last_segment: piece.lastSegment,
        state: isHeld ? ('held' as const) : ('waiting' as const),
        is_express: isExpress(piece, position, durationMs),
        is_background: piece.when === 'whenIdle',
        due_at: sql<Date>`now() + ${dueAfterMs(durationMs, piece.kind)} * interval '1 millisecond'`,
        position,
        needs_arrived: piece.needsArrived ?? null,
      };
    });
    await tx.insertInto('pieces').values(rows).execute();
  }
}

/**
 * The last byte has come: nothing waits for bytes any more.
 *
 * @returns whether it was planned while it arrived, and that holds: what failed on a part of the file
 *   is planned anew, since only the whole tells what is wrong
 */
export async function releasePieces(tx: Tx, revisionKey: string): Promise<boolean> {
  await joinSound(tx, revisionKey);
  await tx
    .updateTable('pieces')
    .set({ state: 'waiting', needs_arrived: null })
    .where('revision_key', '=', revisionKey)
    .where('state', '=', 'held')
    .where('needs_arrived', 'is not', null)
    .execute();
  const row = await tx
    .selectFrom('revisions')
    .select('state')
    .where('key', '=', revisionKey)
    .where('plan', 'is not', null)
    .executeTakeFirst();
  if (row?.state !== 'failed') return row !== undefined;
  await forgetPlan(tx, revisionKey);
  return false;
}

/**
 * Makes one piece of the parts of each sound that still wait for bytes: each is encoded from the start
 * of the sound, so that one run for all is the cheapest.
 */
async function joinSound(tx: Tx, revisionKey: string): Promise<void> {
  await sql`
    with held as (
      select id, rendition_ids, first_segment, is_express from pieces
      where revision_key = ${revisionKey} and kind = 'audio' and state = 'held'
        and needs_arrived is not null
      for update
    ), parts as (
      select id, min(first_segment) over sound as first_segment,
        row_number() over (sound order by first_segment desc) = 1 as is_last
      from held window sound as (partition by rendition_ids, is_express)
    ), joined as (
      delete from pieces p using parts where p.id = parts.id and not parts.is_last
    )
    update pieces p set first_segment = parts.first_segment
    from parts where p.id = parts.id and parts.is_last
  `.execute(tx);
}
