import { sql } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import { isLastManager, isLastMember } from '@kinora/contract/project-member-rules';
import type { InviteOutcome, Membership } from '@kinora/contract/project-members';
import type { Config } from '../../base/config.ts';
import type { Tx } from '../../base/db.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { announce, type EventFacts } from '../../base/events.ts';
import { isUuid } from '../../base/ids.ts';
import { requireAction, type ProjectScope } from '../projects/policy.ts';
import { findProjectScope } from '../projects/queries.ts';
import { inviteForProject } from '../team-invitations/actions.ts';
import {
  addInvitedProject,
  removeInvitedProject,
  removeProjectInvitedBy,
  setInvitedRole,
} from '../team-invitations/actions/projects.ts';
import { findPerson, listProjectsOf, mayKnowLink } from '../team-invitations/queries.ts';
import { lockMembers } from '../team-members/actions.ts';
import { findMember, findMembership } from '../team-members/queries.ts';
import {
  projectMemberAdded,
  projectMemberChanged,
  projectMemberRemoved,
} from './events/project-member.ts';
import { findIn, listProjectMembers } from './queries.ts';

/**
 * Members of a team and of its projects change one at a time, so that two managers can't demote each other, and
 * nobody is added who is just being suspended. The caller may have lost the right while the request waited.
 *
 * @throws AppError not_found, forbidden
 */
async function lockAsManager(tx: Tx, scope: ProjectScope): Promise<ProjectScope> {
  requireAction(scope, 'updateMembership');
  const { teamId, accountId } = scope.team;
  await lockMembers(tx, scope.team);
  const team = await findMember(tx, teamId, accountId);
  const present = team && (await findProjectScope(tx, team, scope.projectId));
  if (!present) throw notFound('project');
  requireAction(present, 'updateMembership');
  return present;
}

/** @throws AppError not_found, forbidden, already_member, member_suspended */
export async function addProjectMember(
  tx: Tx,
  scope: ProjectScope,
  accountId: string,
  role: ProjectRole,
): Promise<void> {
  const { team, projectId } = await lockAsManager(tx, scope);
  const membership = isUuid(accountId) ? await findMembership(tx, team, accountId) : null;
  if (!membership) throw notFound('teamMember');
  if (!membership.isEnabled) throw new AppError('member_suspended');
  const added = { teamId: team.teamId, projectId, accountId, role, addedBy: team.accountId };
  if (!(await insertMember(tx, added))) throw new AppError('already_member');
}

type Added = {
  teamId: string;
  projectId: string;
  accountId: string;
  role: ProjectRole;
  addedBy: string | null;
};

/** @returns false for somebody who is a member already, and keeps the role */
async function insertMember(tx: Tx, added: Added): Promise<boolean> {
  const { teamId, projectId, accountId, role, addedBy } = added;
  const row = await tx
    .insertInto('project_memberships')
    .values({
      team_id: teamId,
      project_id: projectId,
      account_id: accountId,
      role,
      added_by: addedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql<string>`(select a.name from people a where a.id = account_id)`.as('name'))
    .executeTakeFirst();
  if (!row) return false;
  const facts = { teamId, projectId, key: projectId, name: row.name };
  await announce(tx, projectMemberAdded, { ...facts, changes: { role: [null, role] } });
  return true;
}

/**
 * Adds the member of the team who has the address, or invites the person into team and project. A member of the
 * project, and a suspended one of the team, stay as they are: `failed`.
 *
 * @throws AppError not_found, forbidden, quota_reached
 */
export async function inviteToProject(
  tx: Tx,
  scope: ProjectScope,
  config: Config,
  { email, role, isMailed }: { email: string; role: ProjectRole; isMailed: boolean },
): Promise<{ outcome: InviteOutcome; updateUserLink: string | null }> {
  const present = await lockAsManager(tx, scope);
  const { team, projectId } = present;
  const person = await findPerson(tx, email);
  const membership = person && (await findMembership(tx, team, person.id));
  if (membership) {
    const { teamId, accountId: addedBy } = team;
    const added = { teamId, projectId, accountId: person.id, role, addedBy };
    const isAdded = membership.isEnabled && (await insertMember(tx, added));
    return { outcome: isAdded ? 'added' : 'failed', updateUserLink: null };
  }
  const { id, link } = await inviteForProject(tx, present, config, { email, isMailed });
  const before = await addInvitedProject(tx, present, id, role);
  const facts = { teamId: team.teamId, projectId, key: projectId, name: email };
  const changes = { role: [before, role] as const };
  if (before === null) await announce(tx, projectMemberAdded, { ...facts, changes });
  else if (before !== role) await announce(tx, projectMemberChanged, { ...facts, changes });
  return { outcome: 'passed', updateUserLink: (await mayKnowLink(tx, team, id)) ? link : null };
}

/** @throws AppError not_found, forbidden, last_project_manager */
export async function setProjectRole(
  tx: Tx,
  scope: ProjectScope,
  accountId: string,
  role: ProjectRole,
): Promise<void> {
  const present = await lockAsManager(tx, scope);
  const { team, projectId } = present;
  const members = await listProjectMembers(tx, present);
  const member = findIn(members, accountId);
  if (member.projectRole === role) return;
  if (isLastManager(members, member)) throw new AppError('last_project_manager');
  if (isPending(member)) {
    await setInvitedRole(tx, present, accountId, role);
  } else {
    await tx
      .updateTable('project_memberships')
      .set({ role })
      .where('team_id', '=', team.teamId)
      .where('project_id', '=', projectId)
      .where('account_id', '=', accountId)
      .execute();
    await endManagement(tx, present, member);
  }
  const changes = { role: [member.projectRole, role] as const };
  await announce(tx, projectMemberChanged, { ...toFacts(present, member), changes });
}

/** @throws AppError not_found, forbidden, last_project_manager, last_project_member */
export async function removeProjectMember(
  tx: Tx,
  scope: ProjectScope,
  accountId: string,
): Promise<void> {
  const present = await lockAsManager(tx, scope);
  const { team, projectId } = present;
  const members = await listProjectMembers(tx, present);
  const member = findIn(members, accountId);
  if (isLastManager(members, member)) throw new AppError('last_project_manager');
  if (isLastMember(members, member)) throw new AppError('last_project_member');
  if (isPending(member)) {
    await removeInvitedProject(tx, present, accountId);
  } else {
    await tx
      .deleteFrom('project_memberships')
      .where('team_id', '=', team.teamId)
      .where('project_id', '=', projectId)
      .where('account_id', '=', accountId)
      .execute();
    await endManagement(tx, present, member);
  }
  await announce(tx, projectMemberRemoved, toFacts(present, member));
}

const isPending = ({ account }: Membership) => account.activatedAt === null;

function toFacts({ team, projectId }: ProjectScope, member: Membership): EventFacts {
  const { name, email } = member.account;
  const shown = isPending(member) ? email : name;
  return { teamId: team.teamId, projectId, key: projectId, name: shown };
}

/** The links that a former manager of the project knows must not let anybody in. */
async function endManagement(tx: Tx, scope: ProjectScope, former: Membership): Promise<void> {
  const { projectRole, account, accountId } = former;
  if (projectRole !== 'project-manager' || account.role === 'admin') return;
  for (const email of await removeProjectInvitedBy(tx, scope, accountId)) {
    const { teamId } = scope.team;
    const facts = { teamId, projectId: scope.projectId, key: scope.projectId, name: email };
    await announce(tx, projectMemberRemoved, facts);
  }
}

type Created = EventFacts & { creatorId: string };

/** A new project comes with its creator as its manager. */
export async function addFirstManagers(tx: Tx, projects: readonly Created[]): Promise<void> {
  for (const { teamId, projectId, creatorId } of projects) {
    if (projectId === null) continue;
    await tx
      .insertInto('project_memberships')
      .values({
        team_id: teamId,
        project_id: projectId,
        account_id: creatorId,
        role: 'project-manager',
        added_by: creatorId,
      })
      .execute();
  }
}

/** Somebody who accepts an invitation is a member of its projects from then on. */
export async function addJoined(
  tx: Tx,
  { teamId, key, joinedId: accountId }: EventFacts & { joinedId: string },
): Promise<void> {
  if (key === null) return;
  for (const project of await listProjectsOf(tx, teamId, key)) {
    await insertMember(tx, { teamId, accountId, ...project });
  }
}
