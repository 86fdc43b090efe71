import { sql, type RawBuilder } from 'kysely';
import { MAX_BATCH_VIDEOS } from '@kinora/contract/video-batches';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { newId } from '../../base/ids.ts';
import { enqueue } from '../../base/jobs.ts';
import type { TeamScope } from '../../base/request.ts';
import { countUse } from '../quotas/actions.ts';
import { selectMatching } from '../videos/queries/matching.ts';
import type { ListFilter } from '../videos/queries/wanted.ts';
import { videoBatchChanged } from './events.ts';
import { changeVideosJob } from './jobs.ts';
import { isUndoable } from './queries.ts';
import { MAX_UNDO_DAYS, type BatchKind } from './rules.ts';

export type NewBatch = {
  action: BatchKind;
  tags?: readonly string[];
  projectId?: string | null;
};

/** The named videos, or all that match now. */
export type Chosen = { keys: readonly string[] } | { filter: ListFilter };

/** Queues a change of many videos. @returns its id @throws AppError batch_too_large */
export async function createBatch(
  tx: Tx,
  team: TeamScope,
  batch: NewBatch,
  chosen: Chosen,
): Promise<string> {
  const items =
    'keys' in chosen
      ? sql`select key, null::text[], null::uuid, null::timestamptz
          from unnest(${[...new Set(chosen.keys)]}::text[]) with ordinality named (key, place)
          order by place`
      : sql`select key, null::text[], null::uuid, null::timestamptz
          from (${selectMatching(team, chosen.filter, MAX_BATCH_VIDEOS + 1)}) matching`;
  const { id, total } = await addBatch(tx, team, { ...batch, undoOf: null }, items);
  if (total > MAX_BATCH_VIDEOS) throw new AppError('batch_too_large');
  await countUse(tx, team.accountId, 'batchVideos', total);
  return id;
}

/**
 * Queues the way back of what a batch has changed, and keeps it from what it has not yet.
 *
 * @returns its id; null when the batch is not one that the caller may take back
 */
export async function undoBatch(tx: Tx, team: TeamScope, id: string): Promise<string | null> {
  // Locked, so that no more of it is done meanwhile.
  const { rows } = await sql<{ action: BatchKind; projectId: string | null }>`
    select b.action, b.project_id as "projectId" from video_batches b
    where b.team_id = ${team.teamId} and b.id = ${id} and ${isUndoable(team)} for update`.execute(
    tx,
  );
  const [batch] = rows;
  if (!batch) return null;
  await tx
    .updateTable('video_batches')
    .set({ state: 'cancelled', completed_at: sql`now()` })
    .where('team_id', '=', team.teamId)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .execute();
  const changed = sql`select i.video_key, i.tags, i.project_id, i.deleted_at
    from video_batch_items i where i.batch_id = ${id} and i.team_id = ${team.teamId}
      and coalesce(i.tags::text, i.project_id::text, i.deleted_at::text) is not null
    order by i.position`;
  const undo = await addBatch(tx, team, { ...batch, undoOf: id }, changed);
  const { teamId, accountId } = team;
  await announce(tx, videoBatchChanged, { teamId, projectId: null, accountId, key: id });
  return undo.id;
}

async function addBatch(
  tx: Tx,
  { teamId, accountId }: TeamScope,
  batch: NewBatch & { undoOf: string | null },
  items: RawBuilder<unknown>,
): Promise<{ id: string; total: number }> {
  const id = newId();
  await removeOldBatches(tx, teamId);
  await tx
    .insertInto('video_batches')
    .values({
      id,
      team_id: teamId,
      account_id: accountId,
      total: 0,
      action: batch.action,
      tags: [...(batch.tags ?? [])],
      project_id: batch.projectId ?? null,
      undo_of: batch.undoOf,
    })
    .execute();
  const added = await sql`
    insert into video_batch_items (team_id, batch_id, position, video_key, tags, project_id, deleted_at)
    select ${teamId}::uuid, ${id}::uuid, (row_number() over ()) - 1, i.*
    from (${items}) i (video_key, tags, project_id, deleted_at)`.execute(tx);
  const total = Number(added.numAffectedRows ?? 0);
  const isEmpty = total === 0;
  await tx
    .updateTable('video_batches')
    .set({ total, ...(isEmpty && { state: 'completed', completed_at: sql`now()` }) })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
  if (!isEmpty) await enqueue(tx, changeVideosJob, { batchId: id }, { group: teamId });
  await announce(tx, videoBatchChanged, { teamId, projectId: null, accountId, key: id });
  return { id, total };
}

/** Nobody can take them back any more. */
async function removeOldBatches(tx: Tx, teamId: string): Promise<void> {
  await tx
    .deleteFrom('video_batches')
    .where('team_id', '=', teamId)
    .where('created_at', '<', sql<Date>`now() - ${MAX_UNDO_DAYS + 1} * interval '1 day'`)
    .where('state', 'in', ['completed', 'cancelled'])
    .execute();
}
