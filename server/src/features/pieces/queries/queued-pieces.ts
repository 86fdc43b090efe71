import { sql } from 'kysely';
import type { Db } from '../../../base/db.ts';

/** More than any number of workers is scaled by; counting them takes some milliseconds. */
const MAX_COUNTED = 20_000;

/**
 * Counts all teams' pieces that are being made or wait for a worker. Pieces that wait for idle workers are
 * left out, as no worker should be started for them.
 */
export async function countQueuedPieces(db: Db): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    select count(*)::int as pieces from (
      (select from pieces where state = 'running' limit ${sql.lit(MAX_COUNTED)})
      union all
      (select from pieces where state = 'waiting' and not is_extra and not is_background
        limit ${sql.lit(MAX_COUNTED)})
    ) queued`.execute(db);
  return rows[0]?.pieces ?? 0;
}
