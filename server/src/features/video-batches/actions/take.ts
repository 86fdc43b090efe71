import { sql } from 'kysely';
import type { BatchFailureCode, VideoBatch } from '@kinora/contract/video-batches';
import type { Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import { findMember } from '../../teams/queries.ts';
import { videoBatchChanged } from '../events.ts';
import type { Outcome } from '../rules.ts';
import { changeItems, type Batch, type Item } from './change.ts';

/** A transaction changes so many: others who wait for one of them wait some tenths of a second. */
const ITEMS_AT_ONCE = 100;

type Open = Batch & {
  id: string;
  teamId: string;
  accountId: string;
  total: number;
  done: number;
  failed: number;
};

/** Changes the next videos of a batch. @returns whether there are more */
export function takeItems(tx: Tx, batchId: string): Promise<boolean> {
  return take(tx, batchId, async (batch, items) => {
    const member = await findMember(tx, batch.teamId, batch.accountId);
    return changeItems(tx, member, batch, items);
  });
}

/** Passes over the next videos of a batch, which could not be changed again and again. */
export function passItems(tx: Tx, batchId: string): Promise<boolean> {
  const failure: BatchFailureCode = 'internal_error';
  return take(
    tx,
    batchId,
    async (_batch, items) => new Map(items.map(({ key }) => [key, { failure }])),
  );
}

async function take(
  tx: Tx,
  batchId: string,
  change: (batch: Open, items: Item[]) => Promise<Map<string, Outcome>>,
): Promise<boolean> {
  const batch = await lockBatch(tx, batchId);
  if (!batch) return false;
  const from = batch.done + batch.failed;
  const { rows: items } = await sql<Item>`
    select video_key as key, tags, project_id as "projectId", deleted_at as "deletedAt"
    from video_batch_items
    where batch_id = ${batchId} and position between ${from} and ${from + ITEMS_AT_ONCE - 1}
    order by position`.execute(tx);
  const outcomes = await change(batch, items);
  const found = items.map(({ key }) => outcomes.get(key) ?? { failure: 'internal_error' as const });
  await recordOutcomes(tx, batch, from, found);
  const failed = batch.failed + found.filter(({ failure }) => failure).length;
  const done = from + items.length - failed;
  const isOver = items.length === 0 || from + items.length >= batch.total;
  await tx
    .updateTable('video_batches')
    .set({
      done,
      failed,
      state: isOver ? 'completed' : 'running',
      ...(isOver && { completed_at: sql`now()` }),
    })
    .where('id', '=', batchId)
    .execute();
  const { teamId, accountId } = batch;
  await announce(tx, videoBatchChanged, { teamId, projectId: null, accountId, key: batchId });
  return !isOver;
}

/** Null when it is over, or was cancelled. */
async function lockBatch(tx: Tx, batchId: string): Promise<Open | null> {
  const open: VideoBatch['state'][] = ['queued', 'running'];
  const row = await tx
    .selectFrom('video_batches')
    .select([
      'id',
      'team_id as teamId',
      'account_id as accountId',
      'tags',
      'total',
      'done',
      'failed',
    ])
    .select(['project_id as projectId'])
    .select(sql<Batch['action']>`action`.as('action'))
    .select(sql<boolean>`undo_of is not null`.as('isUndo'))
    .where('id', '=', batchId)
    .where('state', 'in', open)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

async function recordOutcomes(
  tx: Tx,
  { id, isUndo }: Open,
  from: number,
  found: readonly Outcome[],
): Promise<void> {
  const rows = found.map((outcome, at) => ({
    position: from + at,
    failure: outcome.failure ?? null,
    // An undo keeps what it was to take back.
    ...(outcome.failure || isUndo
      ? {}
      : {
          tags: outcome.tags ?? null,
          project_id: outcome.projectId ?? null,
          deleted_at: outcome.deletedAt ?? null,
        }),
  }));
  await sql`
    update video_batch_items i set failure = o.failure,
      tags = coalesce(o.tags, i.tags), project_id = coalesce(o.project_id, i.project_id),
      deleted_at = coalesce(o.deleted_at, i.deleted_at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (
      position int, failure text, tags text[], project_id uuid, deleted_at timestamptz)
    where i.batch_id = ${id} and i.position = o.position`.execute(tx);
}
