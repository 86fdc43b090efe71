import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { PARTS } from '../parts.ts';
import { selectStored } from './rows.ts';

/** A video's editable fields, as events carry them. */
export type VideoFields = Readonly<Record<string, unknown>>;

/** Locks a video and reads what may be written of it; null when the project has no such one. */
export async function lockFields(
  tx: Tx,
  place: { teamId: string; projectId: string },
  key: string,
): Promise<VideoFields | null> {
  const { rows } = await sql<VideoFields>`
    select v.title, v.description ${selectStored(PARTS)}
    from videos v
    where v.team_id = ${place.teamId} and v.project_id = ${place.projectId} and v.key = ${key}
      and v.deleted_at is null
    for no key update of v`.execute(tx);
  return rows[0] ?? null;
}
