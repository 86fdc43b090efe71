import { sql } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import { databaseNow, type Tx } from '../../../base/db.ts';
import { announce } from '../../../base/events.ts';
import type { TeamScope } from '../../../base/request.ts';
import { toFacts } from '../../../base/team-rows.ts';
import { invitationWithdrawn } from '../events/invitation.ts';

// Projects that invitations let into. The members of a project, who call these, announce it.

type Place = { team: TeamScope; projectId: string };

/** Lets an open invitation into the project, too. @returns the role that it gave there before */
export async function addInvitedProject(
  tx: Tx,
  { team, projectId }: Place,
  invitationId: string,
  role: ProjectRole,
): Promise<ProjectRole | null> {
  const before = await tx
    .selectFrom('project_invitations')
    .select(sql<ProjectRole>`role`.as('role'))
    .where('team_id', '=', team.teamId)
    .where('project_id', '=', projectId)
    .where('invitation_id', '=', invitationId)
    .executeTakeFirst();
  // Whoever invites last may know the link, and takes the invitation along when leaving.
  const given = { role, added_by: team.accountId };
  await tx
    .insertInto('project_invitations')
    .values({
      ...given,
      team_id: team.teamId,
      project_id: projectId,
      invitation_id: invitationId,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'invitation_id']).doUpdateSet(given))
    .execute();
  return before?.role ?? null;
}

/** Changes the role that an invitation gives in the project. */
export async function setInvitedRole(
  tx: Tx,
  { team, projectId }: Place,
  invitationId: string,
  role: ProjectRole,
): Promise<void> {
  await tx
    .updateTable('project_invitations')
    .set({ role })
    .where('team_id', '=', team.teamId)
    .where('project_id', '=', projectId)
    .where('invitation_id', '=', invitationId)
    .execute();
}

/** An invitation that was made for projects alone is withdrawn with the last of them. */
export async function removeInvitedProject(
  tx: Tx,
  { team, projectId }: Place,
  invitationId: string,
): Promise<void> {
  await tx
    .deleteFrom('project_invitations')
    .where('team_id', '=', team.teamId)
    .where('project_id', '=', projectId)
    .where('invitation_id', '=', invitationId)
    .execute();
  const withdrawn = await tx
    .updateTable('team_invitations as i')
    .set({ withdrawn_at: databaseNow })
    .where('i.team_id', '=', team.teamId)
    .where('i.id', '=', invitationId)
    .where('i.is_for_team', '=', false)
    .where(sql<boolean>`not exists (
      select from project_invitations o where o.invitation_id = i.id)`)
    .returning('i.email')
    .executeTakeFirst();
  if (!withdrawn) return;
  await announce(tx, invitationWithdrawn, toFacts(team, invitationId, withdrawn.email));
}

/** Takes back the invitations to the project whose link one account may know. @returns the addresses */
export async function removeProjectInvitedBy(
  tx: Tx,
  place: Place,
  accountId: string,
): Promise<string[]> {
  const { team, projectId } = place;
  const rows = await tx
    .selectFrom('team_invitations as i')
    .innerJoin('project_invitations as o', 'o.invitation_id', 'i.id')
    .select(['i.id', 'i.email'])
    .where('i.team_id', '=', team.teamId)
    .where('i.is_for_team', '=', false)
    .where(sql<boolean>`exists (select from project_invitations b
      where b.invitation_id = i.id and b.added_by = ${accountId})`)
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .where('o.project_id', '=', projectId)
    .execute();
  for (const { id } of rows) await removeInvitedProject(tx, place, id);
  return rows.map(({ email }) => email);
}
