import { sql } from 'kysely';
import type { Db, Tx } from '../../base/db.ts';
import { COOKIE_PREFIXES } from '../../base/cookies.ts';
import { notFound } from '../../base/errors.ts';
import { announce, announceAll, toAccountFacts } from '../../base/events.ts';
import { hashToken, isUuid, newId, newToken } from '../../base/ids.ts';
import type { AccountScope, Client, SessionScope } from '../../base/request.ts';
import { sessionEnded, sessionStarted } from './events.ts';
import { isUseDue } from './queries.ts';
import { MAX_SESSIONS, SESSION_LIFETIME_MS } from './rules.ts';

/** @returns the token for the cookie; only its hash is stored. */
export async function startSession(
  tx: Tx,
  { accountId }: Pick<AccountScope, 'accountId'>,
  client: Client,
  now: Date,
): Promise<string> {
  const token = newToken(COOKIE_PREFIXES.session);
  const id = newId();
  await tx
    .insertInto('sessions')
    .values({
      id,
      token_hash: hashToken(token),
      account_id: accountId,
      network: client.network,
      user_agent: client.userAgent,
      expires_at: new Date(now.getTime() + SESSION_LIFETIME_MS),
    })
    .execute();
  await tx.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await tx
    .deleteFrom('sessions')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where('account_id', '=', accountId)
        .orderBy('last_used_at', 'desc')
        .offset(MAX_SESSIONS),
    )
    .execute();
  await announce(tx, sessionStarted, toAccountFacts(accountId, id));
  return token;
}

/** One of several simultaneous requests records the use. */
export async function recordSessionUse(db: Db, sessionHash: Buffer, client: Client): Promise<void> {
  await sql`
    update sessions s set last_used_at = now(), network = ${client.network},
      user_agent = ${client.userAgent}
    where token_hash = ${sessionHash} and ${isUseDue}`.execute(db);
}

/** Ends the session of the request. */
export async function endSession(tx: Tx, { accountId, sessionHash }: SessionScope): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('token_hash', '=', sessionHash)
    .returning('id')
    .executeTakeFirst();
  if (ended) await announce(tx, sessionEnded, toAccountFacts(accountId, ended.id));
}

/** @returns whether it was the caller's own session of this request; only his account's are ended */
export async function endSessionById(tx: Tx, scope: SessionScope, id: string): Promise<boolean> {
  if (!isUuid(id)) throw notFound('session');
  const ended = await tx
    .deleteFrom('sessions')
    .where('account_id', '=', scope.accountId)
    .where('id', '=', id)
    .returning('token_hash')
    .executeTakeFirst();
  if (!ended) throw notFound('session');
  await announce(tx, sessionEnded, toAccountFacts(scope.accountId, id));
  return ended.token_hash.equals(scope.sessionHash);
}

/** Ends every session of the account but `keep`. */
export async function endSessions(
  tx: Tx,
  { accountId }: Pick<AccountScope, 'accountId'>,
  keep: Buffer | null,
): Promise<void> {
  let sessions = tx.deleteFrom('sessions').where('account_id', '=', accountId);
  if (keep) sessions = sessions.where('token_hash', '!=', keep);
  const ended = await sessions.returning('id').execute();
  const facts = ended.map(({ id }) => toAccountFacts(accountId, id));
  await announceAll(tx, sessionEnded, facts);
}
