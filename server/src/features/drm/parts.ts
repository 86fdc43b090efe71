import type { Drm } from '@kinora/contract/drm';
import type { Db, Tx } from '../../base/db.ts';
import { toDrm, listDrmModels } from './queries.ts';

/** The protection of the revisions' streams. */
export async function getDrmParts(
  db: Db | Tx,
  revisionKeys: readonly string[],
): Promise<Map<string, Drm>> {
  const models = await listDrmModels(db, revisionKeys);
  return new Map(models.map((one) => [one.revisionKey, toDrm(one)]));
}
