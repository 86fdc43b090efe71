import { sql } from 'kysely';
import type { TeamRole } from '@kinora/contract/fields';
import type { Db, Tx } from '../../base/db.ts';
import { memberScope, type TeamScope } from '../../base/request.ts';

export async function hasTeams(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('teams').select('id').limit(1).execute()).length > 0;
}

/** Somebody as he is in the team now, for work that goes on after his request; null when he left. */
export async function findMember(
  tx: Tx,
  teamId: string,
  accountId: string,
): Promise<TeamScope | null> {
  const row = await tx
    .selectFrom('active_members as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select(['t.namespace', 'm.name', sql<TeamRole>`m.role`.as('role')])
    .where('m.team_id', '=', teamId)
    .where('m.account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  const { name, ...member } = row;
  return memberScope({
    teamId,
    accountId,
    ...member,
    actor: { kind: 'account', id: accountId, name },
  });
}
