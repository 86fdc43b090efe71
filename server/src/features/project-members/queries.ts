import { sql } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Membership } from '@kinora/contract/project-members';
import type { Db, Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import type { ProjectScope } from '../projects/policy.ts';
import { type InvitedPerson, listInvitedTo } from '../team-invitations/queries.ts';
import { listMembersById } from '../team-members/queries.ts';

/** Lists the members of a project by name, then the people who are invited to it by address. */
export async function listProjectMembers(db: Db | Tx, scope: ProjectScope): Promise<Membership[]> {
  const { team, projectId } = scope;
  const rows = await db
    .selectFrom('project_memberships as m')
    .leftJoin('people as b', 'b.id', 'm.added_by')
    .select(['m.account_id', 'm.added_at', 'b.name as addedBy'])
    .select(sql<ProjectRole>`m.role`.as('role'))
    .where('m.team_id', '=', team.teamId)
    .where('m.project_id', '=', projectId)
    .execute();
  const roles = new Map(rows.map((row) => [row.account_id, row]));
  const people = await listMembersById(db, team, [...roles.keys()]);
  const members = people.flatMap(({ account, role, isEnabled, joinedAt }): Membership[] => {
    const row = roles.get(account.id);
    if (!row) return [];
    return [
      {
        accountId: account.id,
        projectRole: row.role,
        addedAt: row.added_at.toISOString(),
        addedBy: row.addedBy === null ? null : { name: row.addedBy },
        account: { ...account, activatedAt: joinedAt, role, isEnabled },
      },
    ];
  });
  const invited = await listInvitedTo(db, scope);
  return [...members, ...invited.map(toPending)];
}

function toPending(person: InvitedPerson): Membership {
  const { id, email, role } = person;
  return {
    accountId: id,
    projectRole: person.projectRole,
    addedAt: person.addedAt.toISOString(),
    addedBy: person.addedBy === null ? null : { name: person.addedBy },
    account: { id, name: '', email, activatedAt: null, role, isEnabled: true },
  };
}

/** @throws AppError not_found */
export function findIn(members: readonly Membership[], accountId: string): Membership {
  const found = members.find((one) => one.accountId === accountId);
  if (!found) throw notFound('projectMember');
  return found;
}

/** @throws AppError not_found */
export async function getProjectMember(
  db: Db | Tx,
  scope: ProjectScope,
  accountId: string,
): Promise<Membership> {
  return findIn(await listProjectMembers(db, scope), accountId);
}
