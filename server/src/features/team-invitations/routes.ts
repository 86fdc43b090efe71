import { lockByName } from '../../base/db.ts';
import { AppError, invalidField } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import {
  requireInvitedTeam,
  requireSession,
  requireTeam,
  type RequestContext,
} from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { permitAdminWrites } from '../../base/team-permit.ts';
import { write } from '../../base/write.ts';
import { createAccount, hashPassword } from '../accounts/actions.ts';
import { setSignInCookies, startSignIn } from '../accounts/actions/sign-in.ts';
import { findAccountByEmail } from '../accounts/queries.ts';
import { requireGoodPassword } from '../accounts/rules/passwords.ts';
import { acceptInvitation, inviteToTeam, sendAgain, withdrawInvitation } from './actions.ts';
import { getByToken, getInvitation, listInvitations, type OpenInvitation } from './queries.ts';

const list = os.teamInvitations.list.handler(async ({ context }) => {
  const { config, db } = context.app;
  return { data: await listInvitations(db, await requireTeam(context), config) };
});

const get = os.teamInvitations.get.handler(async ({ input, context }) => {
  const { config, db } = context.app;
  return getInvitation(db, await requireTeam(context), config, input.id);
});

const create = os.teamInvitations.create.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireTeam(context));
  const { config } = context.app;
  return write(context, permit, async (tx) => {
    const { id } = await inviteToTeam(tx, permit, config, input);
    return getInvitation(tx, permit.team, config, id);
  });
});

const again = os.teamInvitations.sendAgain.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireTeam(context));
  const { config } = context.app;
  return write(context, permit, async (tx) => {
    await sendAgain(tx, permit, config, input.id);
    return getInvitation(tx, permit.team, config, input.id);
  });
});

const withdraw = os.teamInvitations.withdraw.handler(async ({ input, context }) => {
  const permit = permitAdminWrites(await requireTeam(context));
  await write(context, permit, (tx) => withdrawInvitation(tx, permit, input.id));
});

const lookUp = os.teamInvitations.lookUp.handler(async ({ input, context }) => {
  const invitation = await getByToken(context.systemDb, input.token);
  const { namespace, teamName, email, role, inviter, expiresAt, accountId } = invitation;
  return {
    team: { namespace, name: teamName },
    email,
    role,
    projects: invitation.projects.map(({ name, projectRole }) => ({ name, projectRole })),
    invitedBy: inviter === null ? null : { name: inviter },
    expiresAt: expiresAt.toISOString(),
    hasAccount: accountId !== null,
  };
});

const redeem = os.teamInvitations.redeem.handler(async ({ input, context }) => {
  const invitation = await getByToken(context.systemDb, input.token);
  const user = await ((await context.findCaller())
    ? redeemSignedIn(context, invitation, input.token)
    : redeemAsNew(context, invitation, input));
  const { teamId: id, namespace, teamName: name } = invitation;
  return { user, team: { id, namespace, name } };
});

/** @throws AppError session_required, forbidden, invitation_for_another, and those of `getByToken` */
async function redeemSignedIn(context: RequestContext, invitation: OpenInvitation, token: string) {
  const scope = await requireSession(context);
  const { email, name } = scope.caller;
  if (email !== invitation.email) throw new AppError('invitation_for_another');
  const team = requireInvitedTeam(context, invitation.teamId);
  await write(context, scope, (tx) => acceptInvitation(tx, team, token, scope.accountId));
  return { id: scope.accountId, email, name };
}

/** @throws AppError validation_failed; invitation_needs_sign_in when the address has an account */
async function redeemAsNew(
  context: RequestContext,
  { teamId, email, accountId }: OpenInvitation,
  input: { token: string; name?: string | undefined; password?: string | undefined },
) {
  if (accountId !== null) throw new AppError('invitation_needs_sign_in');
  const { token, name, password } = input;
  if (name === undefined) throw invalidField('name', 'required', 'The name of the new account');
  if (password === undefined) throw invalidField('password', 'required', 'Of the new account');
  requireGoodPassword('password', password, email);
  const passwordHash = await hashPassword(password);
  const team = requireInvitedTeam(context, teamId);
  const user = { id: newId(), email, name };
  const signIn = await write(
    context,
    { actor: { kind: 'account', id: user.id, name } },
    async (tx) => {
      // Somebody may be inviting the same person into two teams.
      await lockByName(tx, `account ${email}`);
      if (await findAccountByEmail(tx, email)) throw new AppError('invitation_needs_sign_in');
      await createAccount(tx, { ...user, passwordHash, lang: context.lang });
      await acceptInvitation(tx, team, token, user.id);
      return startSignIn(tx, context, { accountId: user.id });
    },
  );
  setSignInCookies(context, signIn);
  return user;
}

export const teamInvitationsRoutes = {
  list,
  get,
  create,
  sendAgain: again,
  withdraw,
  lookUp,
  redeem,
};
