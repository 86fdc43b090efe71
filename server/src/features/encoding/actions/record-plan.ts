import { sql } from 'kysely';
import type { DrmModel } from '@kinora/contract/drm';
import type { StreamDescription } from '@kinora/contract/stream';
import { databaseNow, type Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import type { JobToken } from '../../../base/jobs.ts';
import { moveRevision } from '../../revisions/actions.ts';
import { Renditions } from '../../revisions/rules/stream-parts.ts';
import { streamPlanned } from '../events/stream-planned.ts';
import type { StoredPlan } from '../rules/stored-plan.ts';
import { toOutputs } from '../rules/outputs.ts';
import { recordEncoder } from '../../pieces/actions/encoders.ts';
import { forgetPlan, removeRemuxed, replaceRemuxed } from './forget-plan.ts';
import { type NewPiece } from '../../pieces/rules/pieces.ts';
import { announceKeyNeeded } from '../../pieces/actions/announce.ts';
import { addPieces } from '../../pieces/actions/add.ts';
import { releaseAll } from '../../pieces/actions/arrival.ts';

/**
 * The whole plan is known: expected outputs, duration, every border, and the pieces that make it.
 * For a plan that is made while the file arrives, no run of a check has the row and `token` is null.
 *
 * @returns false when it was planned before, or another attempt has the row
 */
export async function recordPlan(
  tx: Tx,
  token: JobToken | null,
  planned: {
    teamId: string;
    plan: StoredPlan;
    remuxKey: string | null;
    stream: StreamDescription;
    drmModel?: DrmModel;
    onDemandIds: string[];
    defaultRenditionId: string | null;
    pieces: NewPiece[];
    segmentArrivals?: number[] | null;
    /** The copies that this plan avoids; a plan that avoids fewer than the revision demands came too late. */
    uncopyableKinds?: readonly string[];
  },
): Promise<boolean> {
  const { stream } = planned;
  const outputs = toOutputs(stream);
  const row = await moveRevision(
    tx,
    stream.revisionKey,
    'processing',
    {
      duration_ms: stream.durationMs,
      renditions: Renditions.parse(stream),
      folder: stream.folder ?? null,
      delivery_model: stream.deliveryModel,
      plan: JSON.stringify(planned.plan),
      on_demand_ids: planned.onDemandIds,
      default_rendition_id: planned.defaultRenditionId,
      segment_arrivals: planned.segmentArrivals ?? null,
      planned_at: databaseNow,
      progress_percent: 0,
      pace: null,
      completed_at: null,
      total_expected_outputs: outputs.length,
      total_completed_outputs: 0,
      failure_reason: null,
      failure_detail: null,
    },
    {
      ...(token ? { token } : { from: ['sourceWaiting'] as const }),
      where: sql<boolean>`plan is null
        and uncopyable_kinds = ${planned.uncopyableKinds ?? []}::text[]`,
    },
  );
  if (!row) {
    if (planned.remuxKey !== null) await removeUnnamed(tx, stream.revisionKey, planned.remuxKey);
    return false;
  }
  await replaceRemuxed(tx, stream.revisionKey, planned.remuxKey);
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
  const encoder = planned.plan.encoder;
  if (encoder !== '') await recordEncoder(tx, encoder);
  const { teamId, pieces } = planned;
  await addPieces(tx, { ...stream, teamId, encoder }, pieces);
  if (planned.plan.encrypts) await announceKeyNeeded(tx, stream.revisionKey);
  await announcePlan(tx, stream, teamId, planned.drmModel ?? 'none');
  return true;
}

async function announcePlan(
  tx: Tx,
  { videoKey, revisionKey }: StreamDescription,
  teamId: string,
  drmModel: DrmModel,
): Promise<void> {
  const { projectId } = await tx
    .selectFrom('videos')
    .select('project_id as projectId')
    .where('key', '=', videoKey)
    .executeTakeFirstOrThrow();
  await announce(tx, streamPlanned, { teamId, projectId, key: videoKey, revisionKey, drmModel });
}

/** The attempt that has the row now may have had this removed before it was stored. */
async function removeUnnamed(tx: Tx, revisionKey: string, remuxKey: string): Promise<void> {
  const row = await tx
    .selectFrom('revisions')
    .select('remux_key')
    .where('key', '=', revisionKey)
    .executeTakeFirst();
  if (row?.remux_key !== remuxKey) await removeRemuxed(tx, remuxKey);
}

/**
 * The last byte has come, so no piece has to wait for bytes.
 *
 * @returns whether a plan made while the file arrived still holds; what failed on a part of a file is
 *   planned again, since only the whole file shows what is wrong
 */
export async function releasePlanned(tx: Tx, revisionKey: string): Promise<boolean> {
  await releaseAll(tx, revisionKey);
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
