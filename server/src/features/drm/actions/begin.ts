import { sql } from 'kysely';
import type { DrmModel } from '@kinora/contract/drm';
import { StreamDescription } from '@kinora/contract/stream';
import type { Db } from '../../../base/db.ts';
import { parseStored } from '../../../base/stored-json.ts';

export type PackagingTask = {
  videoKey: string;
  target: DrmModel;
  /** of the bytes that viewers have now */
  packaging: number;
  /** of this run alone */
  number: number;
  stream: StreamDescription;
};

/** Begins a run of a packaging; null when none is wanted any more. */
export async function beginPackaging(db: Db, revisionKey: string): Promise<PackagingTask | null> {
  const row = await db
    .updateTable('revisions as r')
    .from('videos as v')
    .set({ packagings_begun: sql<number>`r.packagings_begun + 1` })
    .where('r.key', '=', revisionKey)
    .whereRef('v.key', '=', 'r.video_key')
    .where('v.deleted_at', 'is', null)
    .where('r.drm_target', 'is not', null)
    .returning(['r.video_key as videoKey', 'r.drm_target as target', 'r.packaging'])
    .returning(['r.packagings_begun as number', sql`r.stream`.as('stream')])
    .executeTakeFirst();
  if (!row?.target) return null;
  return { ...row, target: row.target, stream: parseStored(StreamDescription, row.stream) };
}
