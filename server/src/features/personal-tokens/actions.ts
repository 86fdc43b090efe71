import { databaseNow, type Db, lockByName, type Tx } from '../../base/db.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { announce, announceAll, toAccountFacts } from '../../base/events.ts';
import { hashToken, isUuid, newId, newToken } from '../../base/ids.ts';
import type { AccountScope, SessionScope } from '../../base/request.ts';
import { lockSession } from '../sessions/queries.ts';
import { personalTokenCreated, personalTokenRevoked } from './events.ts';
import { countPersonalTokens } from './queries.ts';

/** An account has so many; expired ones are listed until they are revoked, and so counted. */
const MAX_TOKENS = 100;

export const PERSONAL_TOKEN_PREFIX = 'knr_pat_';

/**
 * @returns the token itself, which is stored only as a hash
 * @throws AppError personal_token_limit_reached; unauthenticated when the session has just ended
 */
export async function createPersonalToken(
  tx: Tx,
  scope: SessionScope,
  input: { name: string; expiresAt: Date | null },
) {
  // A new password ends sessions and tokens, so a session that ended in the meantime must not leave a token
  // behind.
  if (!(await lockSession(tx, scope))) throw new AppError('unauthenticated');
  await lockByName(tx, `personal tokens ${scope.accountId}`);
  if ((await countPersonalTokens(tx, scope)) >= MAX_TOKENS) {
    throw new AppError('personal_token_limit_reached');
  }
  const token = newToken(PERSONAL_TOKEN_PREFIX);
  const row = await tx
    .insertInto('personal_tokens')
    .values({
      id: newId(),
      account_id: scope.accountId,
      name: input.name,
      token_hash: hashToken(token),
      preview: `${token.slice(0, 12)}…${token.slice(-4)}`,
      expires_at: input.expiresAt,
    })
    .returning(['id', 'name', 'created_at', 'expires_at'])
    .executeTakeFirstOrThrow();
  await announce(tx, personalTokenCreated, toAccountFacts(scope.accountId, row.id, row.name));
  return {
    id: row.id,
    name: row.name,
    token,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

export async function recordTokenUse(db: Db, id: string): Promise<void> {
  const use = { last_used_at: databaseNow };
  await db.updateTable('personal_tokens').set(use).where('id', '=', id).execute();
}

/**
 * `token` is the token itself or its id; only the caller's own.
 *
 * @throws AppError session_required when a personal token is to revoke another than itself
 */
export async function revokePersonalToken(
  tx: Tx,
  scope: AccountScope,
  token: string,
): Promise<void> {
  const own = scope.caller.token;
  let deleting = tx
    .deleteFrom('personal_tokens')
    .where('account_id', '=', scope.accountId)
    .where((eb) =>
      isUuid(token) ? eb('id', '=', token) : eb('token_hash', '=', hashToken(token)),
    );
  if (own) deleting = deleting.where('id', '=', own.id);
  const deleted = await deleting.returning(['id', 'name']).executeTakeFirst();
  if (!deleted) throw own ? new AppError('session_required') : notFound('personalToken');
  await announce(
    tx,
    personalTokenRevoked,
    toAccountFacts(scope.accountId, deleted.id, deleted.name),
  );
}

export async function revokePersonalTokens(
  tx: Tx,
  { accountId }: Pick<AccountScope, 'accountId'>,
): Promise<void> {
  const revoked = await tx
    .deleteFrom('personal_tokens')
    .where('account_id', '=', accountId)
    .returning(['id', 'name'])
    .execute();
  const facts = revoked.map(({ id, name }) => toAccountFacts(accountId, id, name));
  await announceAll(tx, personalTokenRevoked, facts);
}
