import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from './database-types.ts';
import { lockByName, type Tx } from './db.ts';
import { AppError, type ErrorItem, notFound } from './errors.ts';
import { isUuid } from './ids.ts';
import type { TeamScope } from './request.ts';

/** A table of things that teams have, each with an id. */
type TeamTable = {
  [Table in keyof Database]: Database[Table] extends { id: string; team_id: string }
    ? Table
    : never;
}[keyof Database];

/** One change at a time of those of a team's rows that have to fit each other. */
export async function lockTeamRows(tx: Tx, table: TeamTable, { teamId }: TeamScope): Promise<void> {
  await lockByName(tx, `${table} of ${teamId}`);
}

/**
 * Keeps a team from having more rows than `max`, of those for which `counts` holds, until the transaction ends.
 *
 * @throws AppError limit_reached
 */
export async function requireRoom(
  tx: Tx,
  table: TeamTable,
  team: TeamScope,
  max: number,
  counts: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  await lockTeamRows(tx, table, team);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where team_id = ${team.teamId} and ${counts}`.execute(tx);
  if ((rows[0]?.count ?? 0) >= max) throw new AppError('limit_reached');
}

/**
 * Locks a row of the team until the transaction ends: transactions that are about to refer to it wait, and
 * then find it changed or gone.
 *
 * @throws AppError not_found
 */
export async function lockRow<
  Table extends TeamTable,
  Column extends keyof Selectable<Database[Table]> & string,
>(
  tx: Tx,
  table: Table,
  { teamId }: TeamScope,
  { id, item, columns }: { id: string; item: ErrorItem; columns: readonly Column[] },
): Promise<Pick<Selectable<Database[Table]>, Column>> {
  if (!isUuid(id)) throw notFound(item);
  const { rows } = await sql<Pick<Selectable<Database[Table]>, Column>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where team_id = ${teamId} and id = ${id} for update`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw notFound(item);
  return row;
}

/** The facts of an event that concerns a whole team. */
export const toFacts = ({ teamId }: TeamScope, key: string, name: string | null) => ({
  teamId,
  projectId: null,
  key,
  name,
});
