import { hash, verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Language } from '@kinora/contract/fields';
import { normaliseText } from '@kinora/contract/normalise-text';
import { type Changes, diff, HIDDEN } from '../../base/changes.ts';
import type { Tx } from '../../base/db.ts';
import { AppError } from '../../base/errors.ts';
import { announce, toAccountFacts } from '../../base/events.ts';
import { hashToken, newId, newToken } from '../../base/ids.ts';
import type { AccountScope } from '../../base/request.ts';
import { createTurns } from '../../base/turns.ts';
import { endSessions } from '../sessions/actions.ts';
import { accountChanged, accountCreated } from './events.ts';
import { RESET_LIFETIME_MS } from './rules/limits.ts';

/**
 * Hashing uses this process' four threads, which files and DNS look-ups need as well. A full queue takes some
 * four seconds.
 */
export const takePasswordTurn = createTurns(2, 200);

/**
 * Argon2id with the library's defaults: 19 MiB, 2 passes (OWASP password storage).
 *
 * @throws AppError unavailable when too many wait already
 */
export function hashPassword(password: string): Promise<string> {
  return takePasswordTurn(() => hash(normaliseText(password)));
}

/** @throws AppError unavailable when too many wait already */
export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return takePasswordTurn(() => verify(passwordHash, normaliseText(password)));
}

export async function createAccount(
  tx: Tx,
  account: { id?: string; email: string; name: string; passwordHash: string; lang: Language },
): Promise<string> {
  const { passwordHash, id = newId(), ...rest } = account;
  await tx
    .insertInto('accounts')
    .values({ id, ...rest, password_hash: passwordHash })
    .execute();
  await announce(tx, accountCreated, toAccountFacts(id, id, account.name));
  return id;
}

export async function updateProfile(
  tx: Tx,
  { accountId }: AccountScope,
  profile: { lang: Language } | { name: string },
): Promise<void> {
  const before = await tx
    .selectFrom('accounts')
    .select(['lang', 'name'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const changes = diff(before, profile);
  if (Object.keys(changes).length === 0) return;
  await tx.updateTable('accounts').set(profile).where('id', '=', accountId).execute();
  await announceChange(tx, accountId, changes);
}

function announceChange(tx: Tx, accountId: string, changes: Changes): Promise<void> {
  return announce(tx, accountChanged, { ...toAccountFacts(accountId, accountId), changes });
}

/**
 * Says whether an account still has the password that was compared. The row is locked until the transaction
 * ends, so that a later change of the password also ends a session that begins here.
 */
export async function holdPassword(
  tx: Tx,
  scope: Pick<AccountScope, 'accountId'>,
  passwordHash: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', scope.accountId)
    .where('password_hash', '=', passwordHash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets the password and ends every session but `keep`; waiting reset links die with it. */
export async function setPassword(
  tx: Tx,
  scope: Pick<AccountScope, 'accountId'>,
  passwordHash: string,
  keep: Buffer | null,
): Promise<void> {
  const { accountId } = scope;
  await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .execute();
  await announceChange(tx, accountId, { password: [HIDDEN, HIDDEN] });
  await endSessions(tx, scope, keep);
  await tx.deleteFrom('one_time_tokens').where('account_id', '=', accountId).execute();
}

/**
 * Sends one statement whether or not the address has an account, so that the time reveals nothing.
 *
 * @returns the account to mail the token to, or null when there is none
 */
export async function createResetToken(
  tx: Tx,
  email: string,
  now: Date,
): Promise<{ to: string; lang: Language; token: string } | null> {
  const token = newToken('knr_rst_');
  const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS);
  const { rows } = await sql<{ to: string; lang: Language }>`
    with account as (select id, email, lang from accounts where email = ${email}),
    created as (
      insert into one_time_tokens (token_hash, account_id, purpose, expires_at)
      select ${hashToken(token)}, id, 'password_reset', ${expiresAt} from account)
    select email as "to", lang from account`.execute(tx);
  return rows[0] ? { ...rows[0], token } : null;
}

/**
 * Uses up a token.
 *
 * @returns the account that it was made for
 */
export async function redeemResetToken(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ accountId: string }> {
  const row = await tx
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', 'password_reset')
    .returning(['account_id', 'expires_at'])
    .executeTakeFirst();
  if (!row || row.expires_at <= now) throw new AppError('reset_token_expired');
  return { accountId: row.account_id };
}
