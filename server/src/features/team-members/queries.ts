import { sql } from 'kysely';
import type { TeamRole } from '@kinora/contract/fields';
import type { TeamMember } from '@kinora/contract/team-members';
import type { Db, Tx } from '../../base/db.ts';
import { memberScope, type ProvenTeam, type TeamScope } from '../../base/request.ts';

/**
 * Reads a member's present state, for work that goes on after the request; null after the member left the team
 * or was suspended.
 */
export async function findMember(
  db: Db | Tx,
  teamId: string,
  accountId: string,
): Promise<TeamScope | null> {
  const row = await db
    .selectFrom('active_members as m')
    .innerJoin('team_names as t', 't.id', 'm.team_id')
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

/** Lists the members that the caller may know of, by name; one account's alone where it is given. */
export async function listMembers(
  db: Db | Tx,
  team: TeamScope,
  accountId?: string,
): Promise<TeamMember[]> {
  let query = selectMembers(db, team).where(mayKnow(team));
  if (accountId !== undefined) query = query.where('m.account_id', '=', accountId);
  return (await query.execute()).map((row) => toMember(team, row));
}

/** Lists these members by name, for a caller who was proven to know of them. */
export async function listMembersById(
  db: Db | Tx,
  team: TeamScope,
  accountIds: readonly string[],
): Promise<TeamMember[]> {
  if (accountIds.length === 0) return [];
  const rows = await selectMembers(db, team).where('m.account_id', 'in', accountIds).execute();
  return rows.map((row) => toMember(team, row));
}

const selectMembers = (db: Db | Tx, { teamId }: TeamScope) =>
  db
    .selectFrom('team_memberships as m')
    .innerJoin('people as a', 'a.id', 'm.account_id')
    .select(['a.id', 'a.name', 'a.email', 'm.is_enabled', 'm.created_at', 'm.last_seen_at'])
    .select(sql<TeamRole>`m.role`.as('role'))
    .where('m.team_id', '=', teamId)
    .orderBy(sql`a.name collate "th-x-icu"`)
    .orderBy('a.id');

type Row = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>;

function toMember(team: TeamScope, row: Row): TeamMember {
  const { id, name, email, role, is_enabled, created_at, last_seen_at } = row;
  return {
    account: { id, name, email },
    role,
    isEnabled: is_enabled,
    joinedAt: created_at.toISOString(),
    lastSeenAt: team.role === 'user' ? null : (last_seen_at?.toISOString() ?? null),
  };
}

/** Members without a role in the team choose among its members only where they manage a project. */
function mayKnow({ role, teamId, accountId }: TeamScope) {
  return role === 'user'
    ? sql<boolean>`m.account_id = ${accountId} or exists (
        select from visible_projects p where p.team_id = ${teamId} and p.member_id = ${accountId}
          and p.member_role = 'project-manager')`
    : sql<boolean>`true`;
}

/** Whether the membership `m` was not recorded lately as used. */
export const isSeenDue = sql<boolean>`m.account_id is not null
  and coalesce(m.last_seen_at < now() - interval '5 minutes', true)`;

/** The membership of an account, also of a suspended one; null for none. */
export async function findMembership(
  db: Db | Tx,
  { teamId }: ProvenTeam,
  accountId: string,
): Promise<{ isEnabled: boolean } | null> {
  const row = await db
    .selectFrom('team_memberships')
    .select('is_enabled as isEnabled')
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}
