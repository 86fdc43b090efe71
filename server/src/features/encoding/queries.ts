import { sql } from 'kysely';
import type { PresetProfile } from '@kinora/contract/presets';
import type { Db, Tx } from '../../base/db.ts';
import type { JobToken } from '../../base/jobs.ts';

export type EncodingTask = {
  revisionKey: string;
  videoKey: string;
  sourceSize: number;
  profiles: PresetProfile[];
};

/** What an encode needs to know; null when the video is gone or was deleted. */
export async function encodingTask(db: Db | Tx, revisionKey: string): Promise<EncodingTask | null> {
  const row = await db
    .selectFrom('revisions as r')
    .innerJoin('videos as v', 'v.key', 'r.video_key')
    .innerJoin('presets as p', 'p.id', 'v.preset_id')
    .select(['r.key as revisionKey', 'v.key as videoKey', 'r.source_size_bytes as sourceSize'])
    .select(sql<PresetProfile[]>`p.profiles`.as('profiles'))
    .where('r.key', '=', revisionKey)
    .where('v.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** False once another attempt took the work over, or the video was deleted. */
export async function isStillOurs(db: Db, revisionKey: string, token: JobToken): Promise<boolean> {
  const row = await db
    .selectFrom('revisions as r')
    .innerJoin('videos as v', 'v.key', 'r.video_key')
    .select('r.key')
    .where('r.key', '=', revisionKey)
    .where('r.job_id', '=', token.id)
    .where('r.job_retry', '=', token.retryCount)
    .where('v.deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
