import { AppError, invalidField } from '../../base/errors.ts';
import { sessionCookie } from '../../base/http.ts';
import { requireAccount, type RequestContext } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import * as actions from './actions.ts';
import { accountByEmail, me, passwordHashOf, signInFailures } from './queries.ts';
import { resetMail } from './rules/reset-mail.ts';
import { failuresAllowed, sessionLifetimeMs, waitSeconds } from './rules/limits.ts';

// An unknown address costs as much time as a wrong password, so that neither can be told.
const nobodysHash = actions.hashPassword('no account has this password');

const subjectsOf = (email: string, ip: string) => ({
  account: `account:${email}`,
  address: `address:${ip}`,
});

async function refuseWhenThrottled(context: RequestContext, email: string, now: Date) {
  const subjects = subjectsOf(email, context.ip);
  const failed = await signInFailures(context.app.db, Object.values(subjects));
  const wait = Math.max(
    waitSeconds(failed.get(subjects.account), failuresAllowed.account, now),
    waitSeconds(failed.get(subjects.address), failuresAllowed.address, now),
  );
  if (wait > 0) throw new AppError('too_many_attempts', { retryAfterSeconds: wait });
}

async function recordFailure(context: RequestContext, email: string, now: Date) {
  const subjects = Object.values(subjectsOf(email, context.ip));
  await context.app.db
    .transaction()
    .execute((tx) => actions.recordSignInFailure(tx, subjects, now));
}

function cookie(context: RequestContext, token: string, maxAgeSeconds: number): string {
  const secure = context.app.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookie}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

const signIn = os.accounts.signIn.handler(async ({ input, context }) => {
  const now = new Date();
  const { db } = context.app;
  await refuseWhenThrottled(context, input.email, now);
  const account = await accountByEmail(db, input.email);
  const passwordHash = account?.password_hash ?? (await nobodysHash);
  const matches = await actions.isPassword(passwordHash, input.password);
  if (!account || !matches) {
    await recordFailure(context, input.email, now);
    throw new AppError('sign_in_failed');
  }
  const token = await db.transaction().execute(async (tx) => {
    await actions.forgetSignInFailures(tx, subjectsOf(input.email, context.ip).account);
    return actions.startSession(tx, account.id, now);
  });
  context.setCookie(cookie(context, token, sessionLifetimeMs / 1000));
  return { user: { id: account.id, email: account.email, name: account.name } };
});

const signOut = os.accounts.signOut.handler(async ({ context }) => {
  const caller = await context.caller();
  if (caller?.sessionHash) {
    const hash = caller.sessionHash;
    await context.app.db.transaction().execute((tx) => actions.endSession(tx, hash));
  }
  context.setCookie(cookie(context, '', 0));
});

const getMe = os.accounts.me.handler(async ({ context }) =>
  me(context.app.db, await requireAccount(context)),
);

const setLanguage = os.accounts.setLanguage.handler(async ({ input, context }) => {
  const scope = await requireAccount(context);
  await context.app.db.transaction().execute((tx) => actions.setLanguage(tx, scope, input.lang));
  return { lang: input.lang };
});

const setName = os.accounts.setName.handler(async ({ input, context }) => {
  const scope = await requireAccount(context);
  await context.app.db.transaction().execute((tx) => actions.setName(tx, scope, input.name));
  return { id: scope.accountId, email: scope.caller.email, name: input.name };
});

const changePassword = os.accounts.changePassword.handler(async ({ input, context }) => {
  const scope = await requireAccount(context);
  const { db } = context.app;
  const now = new Date();
  await refuseWhenThrottled(context, scope.caller.email, now);
  if (!(await actions.isPassword(await passwordHashOf(db, scope), input.currentPassword))) {
    await recordFailure(context, scope.caller.email, now);
    throw invalidField('currentPassword', 'wrong_password', 'The current password is wrong');
  }
  if (input.currentPassword === input.newPassword) {
    throw invalidField('newPassword', 'same_password', 'Not the current password again');
  }
  const passwordHash = await actions.hashPassword(input.newPassword);
  const keep = scope.caller.sessionHash;
  await db
    .transaction()
    .execute((tx) => actions.setPassword(tx, scope.accountId, passwordHash, keep));
});

// The answer is the same, and as quick, whether the address has an account or not.
const requestPasswordReset = os.accounts.requestPasswordReset.handler(
  async ({ input, context }) => {
    const now = new Date();
    const subject = `reset:${input.email}`;
    const { db, mail, config, log } = context.app;
    const failed = await signInFailures(db, [subject, `reset-address:${context.ip}`]);
    const wait = Math.max(
      waitSeconds(failed.get(subject), failuresAllowed.account, now),
      waitSeconds(failed.get(`reset-address:${context.ip}`), failuresAllowed.address, now),
    );
    if (wait > 0) throw new AppError('too_many_attempts', { retryAfterSeconds: wait });
    const account = await accountByEmail(db, input.email);
    const token = await db.transaction().execute(async (tx) => {
      await actions.recordSignInFailure(tx, [subject, `reset-address:${context.ip}`], now);
      return account ? actions.createResetToken(tx, account.id, now) : null;
    });
    if (account && token) {
      const lang = account.lang === 'en' ? 'en' : 'th';
      void mail
        .send(resetMail({ to: account.email, lang, token, publicUrl: config.publicUrl }))
        .catch((error: unknown) => log.error({ err: error }, 'reset mail not sent'));
    }
    return {};
  },
);

const redeemPasswordReset = os.accounts.redeemPasswordReset.handler(async ({ input, context }) => {
  const passwordHash = await actions.hashPassword(input.newPassword);
  await context.app.db.transaction().execute(async (tx) => {
    const accountId = await actions.redeemResetToken(tx, input.token, new Date());
    await actions.setPassword(tx, accountId, passwordHash, null);
  });
});

export const accountsRoutes = {
  signIn,
  signOut,
  me: getMe,
  setLanguage,
  setName,
  changePassword,
  requestPasswordReset,
  redeemPasswordReset,
};
