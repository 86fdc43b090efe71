import { AppError, invalidField } from '../../base/errors.ts';
import { queueMail } from '../../base/mail-job.ts';
import { requireAccount, requireSession, type RequestContext } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import { write } from '../../base/write.ts';
import { revokePersonalTokens } from '../personal-tokens/actions.ts';
import { endSession } from '../sessions/actions.ts';
import * as actions from './actions.ts';
import { forgetBrowsers, rememberBrowser } from './actions/browsers.ts';
import { setSignInCookies, startSignIn } from './actions/sign-in.ts';
import * as tries from './actions/tries.ts';
import {
  findAccountByEmail,
  findKnownBrowser,
  findResetAccount,
  getMe,
  getPasswordHash,
} from './queries.ts';
import {
  listChangeLimits,
  KNOWN_BROWSER_LIFETIME_MS,
  listLimits,
  RESET_LIFETIME_MS,
  type TryLimit,
} from './rules/limits.ts';
import { requireGoodPassword } from './rules/passwords.ts';
import { createResetMail } from './rules/reset-mail.ts';

// An unknown address costs as much time as a wrong password, so that they look alike.
const NOBODYS_HASH = actions.hashPassword('no account has this password');

/** The account that a password or a mail has just proven. */
const toActor = ({ id, name }: { id: string; name: string }) =>
  ({ kind: 'account', id, name }) as const;

/** @throws AppError too_many_attempts when one of the limits is reached */
const countTry = (context: RequestContext, limits: readonly TryLimit[], now: Date) =>
  write(context, null, (tx) => tries.countTry(tx, limits, now));

/**
 * Hashes for a try that was counted.
 *
 * @throws AppError unavailable when too many wait already: that is no try, and costs none
 */
async function uncounting<Done>(
  context: RequestContext,
  limits: readonly TryLimit[],
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    await write(context, null, (tx) => tries.uncountTry(tx, limits));
    throw error;
  }
}

/** The limits for tries from this client at the account of that address. */
async function listLimitsHere(
  context: RequestContext,
  kind: 'sign-in' | 'reset',
  email: string,
): Promise<TryLimit[]> {
  const browser = await findKnownBrowser(context.app.db, email, context.readCookies('browser'));
  // Guesses at one account may come from everywhere.
  if (!browser) context.paceBy(`account:${email}`);
  return listLimits(kind, email, context.client, browser);
}

const signIn = os.accounts.signIn.handler(async ({ input, context }) => {
  const now = new Date();
  const { db } = context.app;
  const limits = await listLimitsHere(context, 'sign-in', input.email);
  await countTry(context, limits, now);
  const account = await findAccountByEmail(db, input.email);
  const passwordHash = account?.password_hash ?? (await NOBODYS_HASH);
  const matches = await uncounting(context, limits, () =>
    actions.isPassword(passwordHash, input.password),
  );
  if (!account || !matches) throw new AppError('sign_in_failed');
  const scope = { accountId: account.id };
  const tokens = await write(context, { actor: toActor(account) }, async (tx) => {
    // The password may have changed while this waited for its turn.
    if (!(await actions.holdPassword(tx, scope, passwordHash))) return null;
    await tries.forgetTries(tx, limits);
    return startSignIn(tx, context, scope);
  });
  if (!tokens) throw new AppError('sign_in_failed');
  setSignInCookies(context, tokens);
  return { user: { id: account.id, email: account.email, name: account.name } };
});

const signOut = os.accounts.signOut.handler(async ({ context }) => {
  const caller = await context.findCaller();
  if (caller?.kind === 'account' && caller.sessionHash) {
    const scope = await requireSession(context);
    await write(context, scope, (tx) => endSession(tx, scope));
  }
  context.setCookie('session', '', 0);
});

const me = os.accounts.me.handler(async ({ context }) => ({
  ...(await getMe(context.systemDb, await requireAccount(context))),
  supportEmail: context.app.config.supportEmail,
}));

const setLanguage = os.accounts.setLanguage.handler(async ({ input, context }) => {
  const scope = await requireAccount(context);
  await write(context, scope, (tx) => actions.updateProfile(tx, scope, { lang: input.lang }));
  return { lang: input.lang };
});

const setName = os.accounts.setName.handler(async ({ input, context }) => {
  const scope = await requireAccount(context);
  await write(context, scope, (tx) => actions.updateProfile(tx, scope, { name: input.name }));
  return { id: scope.accountId, email: scope.caller.email, name: input.name };
});

const changePassword = os.accounts.changePassword.handler(async ({ input, context }) => {
  const scope = await requireSession(context);
  const { db } = context.app;
  // Before a try is counted: a new password that is refused is no guess at the current one.
  if (input.currentPassword === input.newPassword) {
    throw invalidField('newPassword', 'same_password', 'Not the current password again');
  }
  requireGoodPassword('newPassword', input.newPassword, scope.caller.email);
  const limits = listChangeLimits(scope.sessionHash);
  await countTry(context, limits, new Date());
  const currentHash = await getPasswordHash(db, scope);
  if (
    !(await uncounting(context, limits, () =>
      actions.isPassword(currentHash, input.currentPassword),
    ))
  ) {
    throw invalidField('currentPassword', 'wrong_password', 'The current password is wrong');
  }
  const passwordHash = await uncounting(context, limits, () =>
    actions.hashPassword(input.newPassword),
  );
  await write(context, scope, async (tx) => {
    // A reset that came in between wins, and has ended this session.
    if (!(await actions.holdPassword(tx, scope, currentHash))) {
      throw new AppError('unauthenticated');
    }
    await tries.forgetTries(tx, limits);
    await actions.setPassword(tx, scope, passwordHash, scope.sessionHash);
    if (input.revokePersonalTokens) await revokePersonalTokens(tx, scope);
  });
});

// The answer is the same, and as quick, whether the address has an account or not.
const requestPasswordReset = os.accounts.requestPasswordReset.handler(
  async ({ input, context }) => {
    const { app } = context;
    const now = new Date();
    await countTry(context, await listLimitsHere(context, 'reset', input.email), now);
    await write(context, null, async (tx) => {
      const reset = await actions.createResetToken(tx, input.email, now);
      const mail = reset && createResetMail({ ...reset, publicUrl: app.config.publicUrl });
      await queueMail(tx, app.config, mail, new Date(now.getTime() + RESET_LIFETIME_MS));
    });
    return {};
  },
);

const redeemPasswordReset = os.accounts.redeemPasswordReset.handler(async ({ input, context }) => {
  const { db } = context.app;
  // Hashing costs a lot on purpose, and anyone may call this.
  const account = await findResetAccount(db, input.token, new Date());
  if (!account) throw new AppError('reset_token_expired');
  requireGoodPassword('newPassword', input.newPassword, account.email);
  const passwordHash = await actions.hashPassword(input.newPassword);
  const browser = await write(context, { actor: toActor(account) }, async (tx) => {
    const now = new Date();
    const scope = await actions.redeemResetToken(tx, input.token, now);
    await actions.setPassword(tx, scope, passwordHash, null);
    // An intruder with the old password may have created more than sessions.
    await revokePersonalTokens(tx, scope);
    await forgetBrowsers(tx, scope);
    return rememberBrowser(tx, scope, context.readCookies('browser'), now);
  });
  // The mail proves the owner. A known browser has tries of its own, which strangers can't use up.
  context.setCookie('browser', browser, KNOWN_BROWSER_LIFETIME_MS / 1000);
});

export const accountsRoutes = {
  signIn,
  signOut,
  me,
  setLanguage,
  setName,
  changePassword,
  requestPasswordReset,
  redeemPasswordReset,
};
