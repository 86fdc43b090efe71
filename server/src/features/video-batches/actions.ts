import { sql } from 'kysely';
import { MAX_BATCH_VIDEOS } from '@kinora/contract/video-batches';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { startWork, undoWork } from '../../base/long-work/start.ts';
import type { TeamScope } from '../../base/request.ts';
import { countUse } from '../quotas/actions.ts';
import { selectMatching } from '../videos/queries/matching.ts';
import type { ListFilter } from '../videos/queries/wanted.ts';
import { changeVideos } from './jobs.ts';
import type { BatchInput } from './rules.ts';

export type NewBatch = { input: BatchInput; projectId: string | null };

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
      ? sql`select key, null::jsonb
          from unnest(${[...new Set(chosen.keys)]}::text[]) with ordinality named (key, place)
          order by place`
      : sql`select key, null::jsonb
          from (${selectMatching(team, chosen.filter, MAX_BATCH_VIDEOS + 1)}) matching`;
  const { id, total } = await startWork(tx, team, changeVideos, batch, items);
  if (total > MAX_BATCH_VIDEOS) throw new AppError('batch_too_large');
  await countUse(tx, team.accountId, 'batchVideos', total);
  return id;
}

/** Queues the way back of a batch. @returns its id; null when it was taken back before */
export async function undoBatch(tx: Tx, team: TeamScope, id: string): Promise<string | null> {
  return (await undoWork(tx, team, changeVideos, id))?.id ?? null;
}
