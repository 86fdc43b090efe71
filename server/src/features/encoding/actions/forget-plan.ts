import { sql } from 'kysely';
import { getStreamPrefix, type StreamPlace } from '@kinora/contract/stream';
import type { Tx } from '../../../base/db.ts';
import { enqueue } from '../../../base/jobs.ts';
import { removeObjectsJob } from '../../../base/remove-objects.ts';
import { changeRevision, moveRevision } from '../../revisions/actions.ts';
import { removePieces } from '../../pieces/actions/end.ts';

/** By then every run that was writing below a discarded plan has been stopped. */
const REMOVE_AFTER_SECONDS = 120;

async function lockPlace(tx: Tx, revisionKey: string) {
  return tx
    .selectFrom('revisions')
    .select(['video_key as videoKey', 'key as revisionKey', 'folder', 'remux_key as remuxKey'])
    .select(sql<boolean>`plan is not null`.as('isPlanned'))
    .where('key', '=', revisionKey)
    .forUpdate()
    .executeTakeFirst();
}

/** Undoes a plan and removes its stored bytes. @returns whether there was one */
export async function forgetPlan(tx: Tx, revisionKey: string): Promise<boolean> {
  const place = await lockPlace(tx, revisionKey);
  if (!place?.isPlanned) return false;
  const moved = await moveRevision(tx, revisionKey, 'sourceWaiting', {
    plan: null,
    segment_arrivals: null,
    planned_at: null,
    duration_ms: null,
    on_demand_ids: [],
    progress_percent: 0,
    pace: null,
    completed_at: null,
    total_expected_outputs: 0,
    total_completed_outputs: 0,
    failure_reason: null,
    failure_detail: null,
  });
  if (!moved) throw new Error(`The plan of ${revisionKey} is in use.`);
  await removePieces(tx, revisionKey);
  await tx.deleteFrom('outputs').where('revision_key', '=', revisionKey).execute();
  await tx.deleteFrom('stored_segments').where('revision_key', '=', revisionKey).execute();
  await tx.deleteFrom('stored_inits').where('revision_key', '=', revisionKey).execute();
  await tx.deleteFrom('revision_keys').where('revision_key', '=', revisionKey).execute();
  await removePlan(tx, place);
  await dropRemuxed(tx, revisionKey);
  return true;
}

/** Removes the stored bytes of a discarded plan. */
async function removePlan(tx: Tx, place: StreamPlace): Promise<void> {
  const options = { startAfter: REMOVE_AFTER_SECONDS };
  await enqueue(tx, removeObjectsJob, { prefixes: [getStreamPrefix(place)] }, options);
}

/** The same for a run that ended after its plan was forgotten, and may have stored something since. */
export async function removeIfForgotten(tx: Tx, place: StreamPlace): Promise<void> {
  const now = await lockPlace(tx, place.revisionKey);
  if (now?.isPlanned && getStreamPrefix(now) === getStreamPrefix(place)) return;
  await removePlan(tx, place);
}

/** Removes a remuxed source that no plan is to read. */
export async function dropRemuxed(tx: Tx, revisionKey: string): Promise<void> {
  await replaceRemuxed(tx, revisionKey, null);
}

/** Names the remuxed source of a revision before it is stored, or none; the one before it goes. */
export async function replaceRemuxed(
  tx: Tx,
  revisionKey: string,
  remuxKey: string | null,
): Promise<void> {
  const before = await lockPlace(tx, revisionKey);
  if (!before || before.remuxKey === remuxKey) return;
  await changeRevision(tx, revisionKey, { remux_key: remuxKey });
  if (before.remuxKey !== null) await removeRemuxed(tx, before.remuxKey);
}

/** Removes a remuxed source that no row names any more. */
export async function removeRemuxed(tx: Tx, remuxKey: string): Promise<void> {
  const options = { startAfter: REMOVE_AFTER_SECONDS };
  await enqueue(tx, removeObjectsJob, { keys: [remuxKey] }, options);
}
