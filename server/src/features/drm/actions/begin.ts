import { sql } from 'kysely';
import type { DrmModel } from '@kinora/contract/drm';
import { StreamDescription } from '@kinora/contract/stream';
import type { Tx } from '../../../base/db.ts';
import { parseStored } from '../../../base/stored-json.ts';
import { changeRevision } from '../../revisions/actions.ts';

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
export async function beginPackaging(tx: Tx, revisionKey: string): Promise<PackagingTask | null> {
  const row = await tx
    .selectFrom('revisions as r')
    .innerJoin('videos as v', 'v.key', 'r.video_key')
    .select(['r.video_key as videoKey', 'r.drm_target as target', 'r.packaging'])
    .select([sql<number>`r.packagings_begun + 1`.as('number'), sql`r.stream`.as('stream')])
    .where('r.key', '=', revisionKey)
    .where('v.deleted_at', 'is', null)
    .forUpdate('r')
    .executeTakeFirst();
  if (!row?.target) return null;
  await changeRevision(tx, revisionKey, { packagings_begun: row.number });
  return { ...row, target: row.target, stream: parseStored(StreamDescription, row.stream) };
}
