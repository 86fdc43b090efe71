import { sql } from 'kysely';
import type { Language, TeamRole } from '@kinora/contract/fields';
import { diff } from '../../base/changes.ts';
import type { Config } from '../../base/config.ts';
import { databaseNow, type Tx } from '../../base/db.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { announce, announceAll, type EventFacts } from '../../base/events.ts';
import { hashToken, isUuid, newId, newToken } from '../../base/ids.ts';
import { queueMail } from '../../base/mail-job.ts';
import type { ProvenTeam, TeamScope } from '../../base/request.ts';
import { seal } from '../../base/secrets.ts';
import type { TeamPermit } from '../../base/team-permit.ts';
import { toFacts } from '../../base/team-rows.ts';
import { countTry } from '../accounts/actions/tries.ts';
import { countUse } from '../quotas/actions.ts';
import { addTeamMember, lockMembers, lockMembersAsAdmin } from '../team-members/actions.ts';
import { findMembership } from '../team-members/queries.ts';
import { getTeam } from '../teams/queries.ts';
import {
  invitationAccepted,
  invitationChanged,
  invitationCreated,
  invitationWithdrawn,
} from './events/invitation.ts';
import { findPerson, getByToken, readToken } from './queries.ts';
import {
  getTokenPlace,
  INVITATION_LIFETIME_MS,
  INVITATION_PREFIX,
  listMailLimits,
  toLink,
} from './rules.ts';
import { createInvitationMail } from './rules/invitation-mail.ts';

export type Invited = { id: string; link: string };

/**
 * Invites a person as an administrator does, with any role. Who is invited already gets this role, and the same
 * link has its whole time again.
 *
 * @throws AppError forbidden, already_member, member_suspended, quota_reached, too_many_attempts
 */
export async function inviteToTeam(
  tx: Tx,
  permit: TeamPermit,
  config: Config,
  invitation: { email: string; role: TeamRole; isMailed: boolean },
): Promise<Invited> {
  await lockMembersAsAdmin(tx, permit);
  return saveInvitation(tx, permit.team, config, { ...invitation, purpose: 'team' });
}

/**
 * Invites a person into the team as a plain user, for a project whose manager may do so. An administrator's
 * invitation stays as it is, with its role and its time; one that has expired ends, so that its role does.
 *
 * @throws AppError already_member, member_suspended, quota_reached, too_many_attempts
 */
export async function inviteForProject(
  tx: Tx,
  { team }: { team: TeamScope },
  config: Config,
  { email, isMailed }: { email: string; isMailed: boolean },
): Promise<Invited> {
  await lockMembers(tx, team);
  return saveInvitation(tx, team, config, { email, isMailed, role: 'user', purpose: 'project' });
}

type Wanted = {
  email: string;
  role: TeamRole;
  isMailed: boolean;
  /** `again`: what the invitation is for stays. */
  purpose: 'team' | 'project' | 'again';
};

async function saveInvitation(
  tx: Tx,
  team: TeamScope,
  config: Config,
  { email, role, isMailed, purpose }: Wanted,
): Promise<Invited> {
  const person = await findPerson(tx, email);
  const membership = person && (await findMembership(tx, team, person.id));
  if (membership) throw new AppError(membership.isEnabled ? 'already_member' : 'member_suspended');
  await countUse(tx, team.accountId, 'invitations', 1);
  if (isMailed) await countTry(tx, listMailLimits(email), new Date());
  const open = await tx
    .selectFrom('team_invitations')
    .select(['id', 'role', 'is_for_team', 'invited_by', 'expires_at', 'sealed_token'])
    .select(sql<boolean>`expires_at <= now()`.as('isExpired'))
    .where('team_id', '=', team.teamId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  const mail = { to: email, lang: person?.lang ?? null, isMailed };
  const isForTeam = purpose === 'team';
  const create = () => createInvitation(tx, team, config, { email, role, isForTeam, mail });
  if (!open) return create();
  const { sealed_token: sealed, isExpired, ...former } = open;
  if (purpose === 'project' && open.is_for_team) {
    if (!isExpired) {
      const token = readToken(config, { id: open.id, sealed });
      return deliver(tx, team, config, { id: open.id, token, mail });
    }
    await withdraw(tx, team, { id: open.id, email });
    return create();
  }
  // Whoever else may know the link must not keep it: managers that of an invitation for projects alone, and an
  // administrator one that another makes their own.
  const keepsToken = open.is_for_team && (!isForTeam || open.invited_by === team.accountId);
  const token = keepsToken
    ? readToken(config, { id: open.id, sealed })
    : newToken(INVITATION_PREFIX);
  const change = {
    // The administrator who invites last stands for the role that the invitation gives.
    ...(isForTeam && { role, is_for_team: true, invited_by: team.accountId }),
    ...(!keepsToken && toTokenColumns(config, open.id, token)),
  };
  await renew(tx, team, { ...former, email }, change);
  return deliver(tx, team, config, { id: open.id, token, mail });
}

const toTokenColumns = (config: Config, id: string, token: string) => ({
  token_hash: hashToken(token),
  sealed_token: seal(config.secrets.secretKey, getTokenPlace(id), Buffer.from(token)),
});

type Receiver = { to: string; lang: Language | null; isMailed: boolean };

async function createInvitation(
  tx: Tx,
  team: TeamScope,
  config: Config,
  {
    email,
    role,
    isForTeam,
    mail,
  }: {
    email: string;
    role: TeamRole;
    isForTeam: boolean;
    mail: Receiver;
  },
): Promise<Invited> {
  const id = newId();
  const token = newToken(INVITATION_PREFIX);
  await tx
    .insertInto('team_invitations')
    .values({
      id,
      team_id: team.teamId,
      email,
      role,
      is_for_team: isForTeam,
      ...toTokenColumns(config, id, token),
      invited_by: team.accountId,
      expires_at: newExpiry(),
    })
    .execute();
  const facts = { ...toFacts(team, id, email), changes: { role: [null, role] as const } };
  await announce(tx, invitationCreated, facts);
  return deliver(tx, team, config, { id, token, mail });
}

const newExpiry = () => sql<Date>`now() + ${INVITATION_LIFETIME_MS} * interval '1 millisecond'`;

async function renew(
  tx: Tx,
  team: TeamScope,
  open: {
    id: string;
    email: string;
    role: TeamRole;
    is_for_team: boolean;
    invited_by: string | null;
    expires_at: Date;
  },
  change: {
    role?: TeamRole;
    is_for_team?: boolean;
    invited_by?: string;
    token_hash?: Buffer;
    sealed_token?: Buffer;
  },
): Promise<void> {
  const { expires_at } = await tx
    .updateTable('team_invitations')
    .set({ ...change, expires_at: newExpiry() })
    .where('id', '=', open.id)
    .where('team_id', '=', team.teamId)
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  const changes = diff(open, { ...change, expires_at });
  await announce(tx, invitationChanged, { ...toFacts(team, open.id, open.email), changes });
}

async function deliver(
  tx: Tx,
  team: TeamScope,
  config: Config,
  { id, token, mail }: { id: string; token: string; mail: Receiver },
): Promise<Invited> {
  const link = toLink(config.publicUrl, token);
  if (!mail.isMailed) return { id, link };
  const { name } = await getTeam(tx, team);
  const row = await tx
    .updateTable('team_invitations as i')
    .set({ sent_at: databaseNow })
    .where('i.id', '=', id)
    .where('i.team_id', '=', team.teamId)
    .returning([
      'i.expires_at as expiresAt',
      sql<string | null>`(select a.name from people a where a.id = i.invited_by)`.as('inviter'),
    ])
    .executeTakeFirstOrThrow();
  const content = createInvitationMail({ to: mail.to, team: name, link, ...row }, mail.lang);
  await queueMail(tx, config, content, row.expiresAt);
  return { id, link };
}

/** @throws AppError not_found, forbidden, already_member, member_suspended, quota_reached */
export async function sendAgain(
  tx: Tx,
  permit: TeamPermit,
  config: Config,
  id: string,
): Promise<void> {
  await lockMembersAsAdmin(tx, permit);
  const { team } = permit;
  const { email, role } = await findOpen(tx, team, id);
  // What it is for stays.
  const wanted = { email, role, isMailed: true, purpose: 'again' } as const;
  await saveInvitation(tx, team, config, wanted);
}

async function findOpen(tx: Tx, { teamId }: TeamScope, id: string) {
  const open = isUuid(id)
    ? await tx
        .selectFrom('open_invitations')
        .select(['email', 'role'])
        .where('team_id', '=', teamId)
        .where('id', '=', id)
        .executeTakeFirst()
    : null;
  if (!open) throw notFound('invitation');
  return open;
}

/** @throws AppError not_found, forbidden */
export async function withdrawInvitation(tx: Tx, permit: TeamPermit, id: string): Promise<void> {
  await lockMembersAsAdmin(tx, permit);
  const { team } = permit;
  const { email } = await findOpen(tx, team, id);
  await withdraw(tx, team, { id, email });
}

async function withdraw(
  tx: Tx,
  team: TeamScope,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await tx
    .updateTable('team_invitations')
    .set({ withdrawn_at: databaseNow })
    .where('team_id', '=', team.teamId)
    .where('id', '=', id)
    .execute();
  await announce(tx, invitationWithdrawn, toFacts(team, id, email));
}

/** Says whose link the member may know: one of a project's managers alone, or of an administrator. */
const isInvitedBy = (accountId: string | null) => sql<boolean>`(invited_by = ${accountId}
  or not is_for_team and exists (select from project_invitations o
    where o.invitation_id = team_invitations.id and o.added_by = ${accountId}))`;

/** Withdraws what members had invited who may do so no more. */
export async function withdrawInvitationsOf(tx: Tx, members: readonly EventFacts[]): Promise<void> {
  for (const { teamId, key: accountId } of members) {
    const withdrawn = await tx
      .updateTable('team_invitations')
      .set({ withdrawn_at: databaseNow })
      .where('team_id', '=', teamId)
      .where(isInvitedBy(accountId))
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .returning(['id', 'email'])
      .execute();
    const facts = withdrawn.map(({ id, email }) => ({
      teamId,
      projectId: null,
      key: id,
      name: email,
    }));
    await announceAll(tx, invitationWithdrawn, facts);
  }
}

/**
 * Lets an account that has the invitation's address into the team, once.
 *
 * @throws AppError not_found, invitation-used, invitation-expired, invitation_withdrawn, member_suspended
 */
export async function acceptInvitation(
  tx: Tx,
  team: ProvenTeam,
  token: string,
  accountId: string,
): Promise<void> {
  const { teamId } = team;
  await lockMembers(tx, team);
  const { id, email, role } = await getByToken(tx, token);
  const accepted = { accepted_at: databaseNow };
  await tx
    .updateTable('team_invitations')
    .set(accepted)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
  const membership = await findMembership(tx, team, accountId);
  if (membership?.isEnabled === false) throw new AppError('member_suspended');
  if (!membership) await addTeamMember(tx, team, accountId, role);
  const facts = { teamId, projectId: null, key: id, name: email, joinedId: accountId };
  await announce(tx, invitationAccepted, facts);
}
