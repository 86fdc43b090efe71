import type { Output } from '@kinora/contract/videos/outputs';
import type { Db, Tx } from '../../base/db.ts';
import { listOutputs } from './queries/outputs.ts';

/** The renditions of revisions, in order; none before a source was planned. */
export async function getOutputParts(
  db: Db | Tx,
  revisionKeys: readonly string[],
): Promise<Map<string, Output[]>> {
  const rows = await listOutputs(db, revisionKeys);
  const byRevision = Map.groupBy(rows, ({ revisionKey }) => revisionKey);
  return new Map([...byRevision].map(([key, own]) => [key, own.map(({ output }) => output)]));
}
