import type { Drm } from '@kinora/contract/drm';
import type { Db, Tx } from '../../base/db.ts';
import { drmAnswer, listDrmModels } from './queries.ts';

/** How the streams of revisions are protected. */
export async function drmParts(
  db: Db | Tx,
  revisionKeys: readonly string[],
): Promise<Map<string, Drm>> {
  const models = await listDrmModels(db, revisionKeys);
  return new Map(models.map((one) => [one.revisionKey, drmAnswer(one)]));
}
