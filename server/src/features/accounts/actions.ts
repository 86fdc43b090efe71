import { hash, verify } from '@node-rs/argon2';
import type { Language } from '@kinora/contract/fields';
import { normalText } from '@kinora/contract/normal-text';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { hashToken, newId, newToken } from '../../base/ids.ts';
import type { AccountScope } from '../../base/request.ts';
import { resetLifetimeMs, sessionLifetimeMs, failureWindowMs } from './rules/limits.ts';

/** Argon2id with the library's defaults: 19 MiB, 2 passes (OWASP password storage). */
export async function hashPassword(password: string): Promise<string> {
  return hash(normalText(password));
}

export async function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalText(password));
}

export async function createAccount(
  tx: Tx,
  account: { email: string; name: string; passwordHash: string; lang: Language },
): Promise<string> {
  const id = newId();
  const { passwordHash, ...rest } = account;
  await tx
    .insertInto('accounts')
    .values({ id, ...rest, password_hash: passwordHash })
    .execute();
  return id;
}

/** @returns the token for the cookie; only its hash is stored. */
export async function startSession(tx: Tx, accountId: string, now: Date): Promise<string> {
  const token = newToken('knr_ses_');
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      expires_at: new Date(now.getTime() + sessionLifetimeMs),
    })
    .execute();
  await tx.deleteFrom('sessions').where('expires_at', '<', now).execute();
  return token;
}

export async function endSession(tx: Tx, sessionHash: Buffer): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', sessionHash).execute();
}

export type Tries = Map<string, { tries: number; firstAt: Date }>;

/**
 * Counts a try before it is made, so that many at once can't all be the first; a window that is
 * over starts anew. @returns the tries of each subject, with this one
 */
export async function countTry(tx: Tx, subjects: string[], now: Date): Promise<Tries> {
  const windowStart = new Date(now.getTime() - failureWindowMs);
  await tx.deleteFrom('sign_in_failures').where('first_at', '<', windowStart).execute();
  const rows = await tx
    .insertInto('sign_in_failures')
    .values(subjects.map((subject) => ({ subject, failures: 1, first_at: now, last_at: now })))
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({
        failures: eb('sign_in_failures.failures', '+', 1),
        last_at: now,
      })),
    )
    .returning(['subject', 'failures as tries', 'first_at as firstAt'])
    .execute();
  return new Map(rows.map((row) => [row.subject, row]));
}

/** After a success: the account has no failures, and the address one try less. */
export async function forgetTries(
  tx: Tx,
  subjects: { account: string; address: string },
): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', '=', subjects.account).execute();
  await tx
    .updateTable('sign_in_failures')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('subject', '=', subjects.address)
    .where('failures', '>', 0)
    .execute();
}

export async function setLanguage(tx: Tx, scope: AccountScope, lang: Language): Promise<void> {
  await tx.updateTable('accounts').set({ lang }).where('id', '=', scope.accountId).execute();
}

export async function setName(tx: Tx, scope: AccountScope, name: string): Promise<void> {
  await tx.updateTable('accounts').set({ name }).where('id', '=', scope.accountId).execute();
}

/** Sets the password and ends every session but `keep`; waiting reset links die with it. */
export async function setPassword(
  tx: Tx,
  accountId: string,
  passwordHash: string,
  keep: Buffer | null,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .execute();
  let sessions = tx.deleteFrom('sessions').where('account_id', '=', accountId);
  if (keep) sessions = sessions.where('token_hash', '!=', keep);
  await sessions.execute();
  await tx.deleteFrom('one_time_tokens').where('account_id', '=', accountId).execute();
}

export async function createResetToken(tx: Tx, accountId: string, now: Date): Promise<string> {
  const token = newToken('knr_rst_');
  await tx
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      purpose: 'password_reset',
      expires_at: new Date(now.getTime() + resetLifetimeMs),
    })
    .execute();
  return token;
}

/** Uses the token up. @throws AppError reset_token_expired when it is unknown, used or too old */
export async function redeemResetToken(tx: Tx, token: string, now: Date): Promise<string> {
  const row = await tx
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', 'password_reset')
    .returning(['account_id', 'expires_at'])
    .executeTakeFirst();
  if (!row || row.expires_at <= now) throw new AppError('reset_token_expired');
  return row.account_id;
}
