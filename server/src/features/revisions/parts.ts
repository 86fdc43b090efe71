import type { Db, Tx } from '../../base/db.ts';
import {
  listRevisionCovers,
  listRevisionFacts,
  type RevisionCover,
  type RevisionFacts,
} from './queries.ts';

/** Facts of current revisions that their videos show. */
export async function getRevisionParts(
  db: Db | Tx,
  keys: readonly string[],
): Promise<Map<string, RevisionFacts>> {
  const facts = await listRevisionFacts(db, keys);
  return new Map(facts.map((one) => [one.key, one]));
}

/** The smallest covers of revisions; none of one that has no cover. */
export async function getCoverParts(
  db: Db | Tx,
  keys: readonly string[],
): Promise<Map<string, RevisionCover>> {
  if (keys.length === 0) return new Map();
  const covers = await listRevisionCovers(db, keys);
  return new Map(covers.map((one) => [one.revisionKey, one]));
}
