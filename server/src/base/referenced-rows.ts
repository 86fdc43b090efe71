import { sql } from 'kysely';
import type { Database } from './database-types.ts';
import type { Tx } from './db.ts';
import { isUuid } from './ids.ts';
import type { ProvenTeam } from './request.ts';

/** A table whose rows belong to teams, and have ids. */
export type TeamTable = {
  [Name in keyof Database]: Database[Name] extends { id: string; team_id: string } ? Name : never;
}[keyof Database];

/**
 * Locks those of the rows that are the team's: none can be deleted before the transaction that chooses
 * them ends. @returns their ids, as the database spells them
 */
export async function lockReferenced(
  tx: Tx,
  table: TeamTable,
  { teamId }: ProvenTeam,
  ids: readonly string[],
): Promise<Set<string>> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where team_id = ${teamId} and id = any(${known}::uuid[]) order by id for key share`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Locks one such row. @returns whether the team has it */
export async function lockReference(
  tx: Tx,
  table: TeamTable,
  team: ProvenTeam,
  id: string,
): Promise<boolean> {
  return (await lockReferenced(tx, table, team, [id])).size > 0;
}
