import { sql } from 'kysely';
import type { DrmModel } from '@kinora/contract/drm';
import type { Tx } from '../../../base/db.ts';
import { changeRevision } from '../../revisions/actions.ts';
import { readParts, storedParts } from '../../revisions/queries.ts';
import type { StreamParts } from '../../revisions/rules/stream-parts.ts';

export type PackagingTask = {
  videoKey: string;
  target: DrmModel;
  /** of the bytes that viewers have now */
  packaging: number;
  /** of this run alone */
  number: number;
  stream: StreamParts;
};

/** Begins a run of a packaging; null when none is wanted any more. */
export async function beginPackaging(tx: Tx, revisionKey: string): Promise<PackagingTask | null> {
  const row = await tx
    .selectFrom('revisions as r')
    .innerJoin('videos as v', 'v.key', 'r.video_key')
    .select(['r.video_key as videoKey', 'r.drm_target as target', 'r.packaging'])
    .select([sql<number>`r.packagings_begun + 1`.as('number'), storedParts])
    .where('r.key', '=', revisionKey)
    .where('v.deleted_at', 'is', null)
    .forUpdate('r')
    .executeTakeFirst();
  const stream = readParts(row?.parts ?? null);
  if (!row?.target || !stream) return null;
  await changeRevision(tx, revisionKey, { packagings_begun: row.number });
  const { videoKey, target, packaging, number } = row;
  return { videoKey, target, packaging, number, stream };
}
