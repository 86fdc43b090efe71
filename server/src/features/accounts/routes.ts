import type { Context } from '../../base/context.ts';
import { AppError, invalidField } from '../../base/errors.ts';
import { sessionCookie } from '../../base/credentials.ts';
import { requireAccount, type RequestContext } from '../../base/request.ts';
import { os } from '../../base/routes.ts';
import * as actions from './actions.ts';
import { accountByEmail, isResetToken, me, passwordHashOf } from './queries.ts';
import { resetMail } from './rules/reset-mail.ts';
import { addressSubject, failuresAllowed, sessionLifetimeMs, waitSeconds } from './rules/limits.ts';

// An unknown address costs as much time as a wrong password, so that neither can be told.
const nobodysHash = actions.hashPassword('no account has this password');

const subjectsOf = (kind: '' | 'reset-', email: string, ip: string) => ({
  account: `${kind}account:${email}`,
  address: `${kind}address:${addressSubject(ip)}`,
});
type Subjects = ReturnType<typeof subjectsOf>;

/** @throws AppError too_many_attempts when the account or the address has to wait */
async function countTry({ db }: Context, subjects: Subjects, now: Date): Promise<void> {
  const tries = await db
    .transaction()
    .execute((tx) => actions.countTry(tx, Object.values(subjects), now));
  const wait = Math.max(
    waitSeconds(tries.get(subjects.account), failuresAllowed.account, now),
    waitSeconds(tries.get(subjects.address), failuresAllowed.address, now),
  );
  if (wait > 0) throw new AppError('too_many_attempts', { retryAfterSeconds: wait });
}

function cookie(context: RequestContext, token: string, maxAgeSeconds: number): string {
  const secure = context.app.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sessionCookie}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

const signIn = os.accounts.signIn.handler(async ({ input, context }) => {
  const now = new Date();
  const { db } = context.app;
  const subjects = subjectsOf('', input.email, context.ip);
  await countTry(context.app, subjects, now);
  const account = await accountByEmail(db, input.email);
  const passwordHash = account?.password_hash ?? (await nobodysHash);
  const matches = await actions.isPassword(passwordHash, input.password);
  if (!account || !matches) throw new AppError('sign_in_failed');
  const token = await db.transaction().execute(async (tx) => {
    await actions.forgetTries(tx, subjects);
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
  const subjects = subjectsOf('', scope.caller.email, context.ip);
  await countTry(context.app, subjects, now);
  if (!(await actions.isPassword(await passwordHashOf(db, scope), input.currentPassword))) {
    throw invalidField('currentPassword', 'wrong_password', 'The current password is wrong');
  }
  if (input.currentPassword === input.newPassword) {
    throw invalidField('newPassword', 'same_password', 'Not the current password again');
  }
  const passwordHash = await actions.hashPassword(input.newPassword);
  const keep = scope.caller.sessionHash;
  await db.transaction().execute(async (tx) => {
    await actions.forgetTries(tx, subjects);
    await actions.setPassword(tx, scope.accountId, passwordHash, keep);
  });
});

async function sendResetLink({ db, mail, config }: Context, email: string, now: Date) {
  const account = await accountByEmail(db, email);
  if (!account) return;
  const token = await db
    .transaction()
    .execute((tx) => actions.createResetToken(tx, account.id, now));
  const lang = account.lang === 'en' ? 'en' : 'th';
  await mail.send(resetMail({ to: account.email, lang, token, publicUrl: config.publicUrl }));
}

// The answer is the same, and as quick, whether the address has an account or not.
const requestPasswordReset = os.accounts.requestPasswordReset.handler(
  async ({ input, context: { app, ip } }) => {
    const now = new Date();
    await countTry(app, subjectsOf('reset-', input.email, ip), now);
    sendResetLink(app, input.email, now).catch((error: unknown) =>
      app.log.error({ err: error }, 'reset mail not sent'),
    );
    return {};
  },
);

const redeemPasswordReset = os.accounts.redeemPasswordReset.handler(async ({ input, context }) => {
  // Hashing costs a lot on purpose, and anyone may call this.
  if (!(await isResetToken(context.app.db, input.token, new Date()))) {
    throw new AppError('reset_token_expired');
  }
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
