import type { Db } from '../../../base/db.ts';
import type { TeamScope } from '../../../base/request.ts';
import { listVideosByKey } from './detail.ts';
import { readNewestMatches } from './pages.ts';
import type { VideoRow } from './rows.ts';
import { toSort } from './sorts.ts';
import { toWanted } from './wanted.ts';

/** Finds the videos that match best among the newest; the one of a key is found however old it is. */
export async function findMatches(
  db: Db,
  team: TeamScope,
  { q, limit }: { q: string; limit: number },
): Promise<{ rows: readonly VideoRow[]; isWhole: boolean }> {
  const reach = { sort: toSort({ q }), isBackward: false, limit, place: undefined };
  const found = await readNewestMatches(db, team, toWanted(team, { q }), reach);
  if (found.rows.length > 0 || found.isWhole) return found;
  return { ...found, rows: await listVideosByKey(db, team, [q]) };
}
