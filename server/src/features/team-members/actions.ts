import type { TeamRole } from '@kinora/contract/fields';
import { sql } from 'kysely';
import { diff } from '../../base/changes.ts';
import { databaseNow, type Db, lockByName, type Tx } from '../../base/db.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { announce } from '../../base/events.ts';
import { isUuid } from '../../base/ids.ts';
import type { ProvenTeam, TeamScope } from '../../base/request.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { memberAdded, memberChanged, memberRemoved } from './events.ts';

/** Members of a team change one at a time, so that two changes can't both spare the other's last admin. */
export async function lockMembers(tx: Tx, { teamId }: ProvenTeam): Promise<void> {
  await lockByName(tx, `members of ${teamId}`);
}

/**
 * The same for a change by an administrator, who may have ceased to be one while the request waited.
 *
 * @throws AppError forbidden
 */
export async function lockMembersAsAdmin(tx: Tx, { team }: TeamPermit): Promise<void> {
  await lockMembers(tx, team);
  const self = await tx
    .selectFrom('active_members')
    .select('role')
    .where('team_id', '=', team.teamId)
    .where('account_id', '=', team.accountId)
    .executeTakeFirst();
  if (self?.role !== 'admin') throw new AppError('forbidden');
}

/** @throws Error for somebody who is a member already */
export async function addTeamMember(
  tx: Tx,
  { teamId }: ProvenTeam,
  accountId: string,
  role: TeamRole,
): Promise<void> {
  const { name } = await tx
    .insertInto('team_memberships')
    .values({ team_id: teamId, account_id: accountId, role })
    .returning(sql<string>`(select a.name from people a where a.id = account_id)`.as('name'))
    .executeTakeFirstOrThrow();
  const facts = { teamId, projectId: null, key: accountId, name };
  await announce(tx, memberAdded, { ...facts, changes: { role: [null, role] } });
}

/** @throws AppError not_found, forbidden, last-administrator */
export async function updateMember(
  tx: Tx,
  permit: TeamPermit,
  accountId: string,
  change: { role?: TeamRole | undefined; isEnabled?: boolean | undefined },
): Promise<void> {
  const { team } = permit;
  const before = await lockMember(tx, permit, accountId);
  const columns = { role: change.role, is_enabled: change.isEnabled };
  const changes = diff(before.columns, columns);
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('team_memberships')
    .set(columns)
    .where('team_id', '=', team.teamId)
    .where('account_id', '=', accountId)
    .execute();
  await requireAdministrator(tx, team);
  await announce(tx, memberChanged, { ...toFacts(team, accountId, before.name), changes });
}

/** @throws AppError not_found, forbidden, last-administrator */
export async function removeMember(tx: Tx, permit: TeamPermit, accountId: string): Promise<void> {
  const { team } = permit;
  const { name } = await lockMember(tx, permit, accountId);
  await tx
    .deleteFrom('team_memberships')
    .where('team_id', '=', team.teamId)
    .where('account_id', '=', accountId)
    .execute();
  await requireAdministrator(tx, team);
  await announce(tx, memberRemoved, toFacts(team, accountId, name));
}

const toFacts = ({ teamId }: TeamScope, key: string, name: string) => ({
  teamId,
  projectId: null,
  key,
  name,
});

async function lockMember(tx: Tx, permit: TeamPermit, accountId: string) {
  await lockMembersAsAdmin(tx, permit);
  if (!isUuid(accountId)) throw notFound('teamMember');
  const row = await tx
    .selectFrom('team_memberships as m')
    .innerJoin('people as a', 'a.id', 'm.account_id')
    .select(['m.role', 'm.is_enabled', 'a.name'])
    .where('m.team_id', '=', permit.team.teamId)
    .where('m.account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('teamMember');
  const { name, ...columns } = row;
  return { name, columns };
}

/** @throws AppError last-administrator when the change has left the team without one */
async function requireAdministrator(tx: Tx, { teamId }: TeamScope): Promise<void> {
  const admin = await tx
    .selectFrom('active_members')
    .select('account_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  if (!admin) throw new AppError('last-administrator');
}

/** One of several simultaneous requests records that the member was here. */
export async function recordSeen(db: Db, teamId: string, accountId: string): Promise<void> {
  await db
    .updateTable('team_memberships as m')
    .set({ last_seen_at: databaseNow })
    .where('m.team_id', '=', teamId)
    .where('m.account_id', '=', accountId)
    .where(sql<boolean>`coalesce(m.last_seen_at < now() - interval '5 minutes', true)`)
    .execute();
}
