import { sql } from 'kysely';
import type { Language, ProjectRole, TeamRole } from '@kinora/contract/fields';
import type { TeamInvitation } from '@kinora/contract/team-invitations';
import type { Config } from '../../base/config.ts';
import type { Db, Tx } from '../../base/db.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { hashToken, isUuid } from '../../base/ids.ts';
import type { TeamScope } from '../../base/request.ts';
import { unseal } from '../../base/secrets.ts';
import { getTokenPlace, toLink } from './rules.ts';

type InvitedProject = { id: string; key: string; name: string; projectRole: ProjectRole };

const projects = sql<InvitedProject[]>`coalesce((
    select json_agg(
      json_build_object('id', p.id, 'key', p.key, 'name', p.name, 'projectRole', o.role)
      order by p.name collate "th-x-icu", p.id)
    from project_invitations o join live_projects p on p.id = o.project_id
    where o.invitation_id = i.id), '[]')`.as('projects');

/**
 * Lists invitations that are neither accepted nor withdrawn, newest first; one alone where its id is given.
 *
 * @param config links are shown to the administrators who invited
 */
export async function listInvitations(
  db: Db | Tx,
  team: TeamScope,
  config: Config,
  id?: string,
): Promise<TeamInvitation[]> {
  let query = db
    .selectFrom('open_invitations as o')
    .innerJoin('team_invitations as i', 'i.id', 'o.id')
    .leftJoin('people as a', 'a.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.created_at', 'i.sent_at', 'i.expires_at', 'i.sealed_token'])
    .select([
      sql<TeamRole>`i.role`.as('role'),
      sql<boolean>`i.expires_at <= now()`.as('isExpired'),
      sql<{ id: string; name: string } | null>`
        case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end`.as(
        'invitedBy',
      ),
      projects,
    ])
    .where('i.team_id', '=', team.teamId)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc');
  if (id !== undefined) query = query.where('i.id', '=', id);
  const rows = await query.execute();
  return rows.map(({ created_at, sent_at, expires_at, sealed_token, ...row }) => ({
    ...row,
    createdAt: created_at.toISOString(),
    sentAt: sent_at?.toISOString() ?? null,
    expiresAt: expires_at.toISOString(),
    // Who is shown a link takes the invitation along when leaving the team (decision 165).
    link:
      team.role === 'admin' && row.invitedBy?.id === team.accountId
        ? toLink(config.publicUrl, readToken(config, { id: row.id, sealed: sealed_token }))
        : null,
  }));
}

/** The token of an invitation, as its link holds it. */
export function readToken(config: Config, { id, sealed }: { id: string; sealed: Buffer }): string {
  return unseal(config.secrets.secretKey, getTokenPlace(id), sealed).toString();
}

/** @throws AppError not_found */
export async function getInvitation(
  db: Db | Tx,
  team: TeamScope,
  config: Config,
  id: string,
): Promise<TeamInvitation> {
  const [found] = isUuid(id) ? await listInvitations(db, team, config, id) : [];
  if (!found) throw notFound('invitation');
  return found;
}

/** An invitation that may still be accepted. */
export type OpenInvitation = {
  id: string;
  teamId: string;
  namespace: string;
  teamName: string;
  email: string;
  role: TeamRole;
  expiresAt: Date;
  inviter: string | null;
  /** The account that has its address. */
  accountId: string | null;
  projects: InvitedProject[];
};

/**
 * Looks an invitation up by the token of its link, whose holder is in no team yet.
 *
 * @throws AppError not_found, invitation-used, invitation-expired, invitation_withdrawn
 */
export async function getByToken(db: Db | Tx, token: string): Promise<OpenInvitation> {
  const row = await db
    .selectFrom('team_invitations as i')
    .innerJoin('team_names as t', 't.id', 'i.team_id')
    .leftJoin('people as a', 'a.email', 'i.email')
    .leftJoin('people as b', 'b.id', 'i.invited_by')
    .select(['i.id', 'i.team_id as teamId', 't.namespace', 't.name as teamName', 'i.email'])
    .select(['i.expires_at as expiresAt', 'b.name as inviter', 'a.id as accountId', projects])
    .select([
      sql<TeamRole>`i.role`.as('role'),
      sql<'accepted' | 'withdrawn' | 'expired' | 'open'>`case
        when i.accepted_at is not null then 'accepted'
        when i.withdrawn_at is not null then 'withdrawn'
        when i.expires_at <= now() then 'expired'
        else 'open' end`.as('state'),
    ])
    .where('i.token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) throw notFound('invitation');
  const { state, ...open } = row;
  if (state === 'accepted') throw new AppError('invitation-used');
  if (state === 'withdrawn') throw new AppError('invitation_withdrawn');
  if (state === 'expired') throw new AppError('invitation-expired');
  return open;
}

/** The account that has an address; null for none. */
export async function findPerson(
  db: Db | Tx,
  email: string,
): Promise<{ id: string; lang: Language } | null> {
  const row = await db
    .selectFrom('people')
    .select(['id', sql<Language>`lang`.as('lang')])
    .where('email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

export type InvitedPerson = {
  id: string;
  email: string;
  role: TeamRole;
  projectRole: ProjectRole;
  addedAt: Date;
  addedBy: string | null;
};

/** Lists the people whose open invitations let them into a project, by address. */
export async function listInvitedTo(
  db: Db | Tx,
  { team, projectId }: { team: TeamScope; projectId: string },
): Promise<InvitedPerson[]> {
  return db
    .selectFrom('project_invitations as o')
    .innerJoin('open_invitations as i', 'i.id', 'o.invitation_id')
    .leftJoin('people as b', 'b.id', 'o.added_by')
    .select(['i.id', 'i.email', 'o.added_at as addedAt', 'b.name as addedBy'])
    .select(sql<TeamRole>`i.role`.as('role'))
    .select(sql<ProjectRole>`o.role`.as('projectRole'))
    .where('o.team_id', '=', team.teamId)
    .where('o.project_id', '=', projectId)
    .orderBy('i.email')
    .execute();
}

/** Lists the projects that an invitation lets into, accepted or not. */
export async function listProjectsOf(
  db: Db | Tx,
  teamId: string,
  invitationId: string,
): Promise<{ projectId: string; role: ProjectRole; addedBy: string | null }[]> {
  return db
    .selectFrom('project_invitations')
    .select(['project_id as projectId', 'added_by as addedBy', sql<ProjectRole>`role`.as('role')])
    .where('team_id', '=', teamId)
    .where('invitation_id', '=', invitationId)
    .execute();
}

/**
 * Whoever has the link can make an account with its address. So managers get the link only of invitations that
 * were made for projects alone, all of which they manage, and people without a role in the team get none.
 */
export async function mayKnowLink(
  db: Db | Tx,
  { teamId, accountId, role }: TeamScope,
  invitationId: string,
): Promise<boolean> {
  if (role === 'user') return false;
  const row = await db
    .selectFrom('team_invitations as i')
    .select('i.id')
    .where('i.team_id', '=', teamId)
    .where('i.id', '=', invitationId)
    .where(sql<boolean>`case when i.is_for_team then ${role} = 'admin' and i.invited_by = ${accountId}
      else ${role} = 'admin' or not exists (
      select from project_invitations o where o.invitation_id = i.id and not exists (
        select from visible_projects p
        where p.id = o.project_id and p.member_id = ${accountId}
          and p.member_role = 'project-manager')) end`)
    .executeTakeFirst();
  return row !== undefined;
}
