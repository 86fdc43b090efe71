import { sql } from 'kysely';
import type { Db } from '../../../base/db.ts';
import type { TeamScope } from '../../../base/request.ts';
import { LEASE_MS } from '../../pieces/rules/pieces.ts';

export type Workers = { alive: number; uncaged: number; slots: number; busy: number };

const isAlive = sql`w.seen_at > now() - ${LEASE_MS} * interval '1 millisecond'`;

export async function aliveWorkers(db: Db): Promise<Workers> {
  const { rows } = await sql<Workers>`
    select count(*)::int as alive, (count(*) filter (where not is_caged))::int as uncaged,
      coalesce(sum(slots), 0)::int as slots,
      coalesce(sum(busy), 0)::int as busy
    from workers w where ${isAlive}
  `.execute(db);
  return rows[0] ?? { alive: 0, uncaged: 0, slots: 0, busy: 0 };
}

/**
 * Counts workers for a team: `busy` counts only its own pieces. Machines' names and other teams' work are for
 * the operator alone.
 */
export async function countWorkers(db: Db, team: TeamScope): Promise<Workers> {
  const [workers, { busy }] = await Promise.all([
    aliveWorkers(db),
    db
      .selectFrom('pieces')
      .select(sql<number>`count(*)::int`.as('busy'))
      .where('team_id', '=', team.teamId)
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow(),
  ]);
  return { ...workers, busy };
}
