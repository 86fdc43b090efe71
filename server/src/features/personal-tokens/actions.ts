import type { Tx } from '../../base/db.ts';
import { notFound } from '../../base/errors.ts';
import { hashToken, isUuid, newId, newToken } from '../../base/ids.ts';
import type { AccountScope } from '../../base/request.ts';

/** @returns the token itself, which is stored only as a hash */
export async function createPersonalToken(
  tx: Tx,
  scope: AccountScope,
  input: { name: string; expiresAt: Date | null },
) {
  const token = newToken('knr_pat_');
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
  return {
    id: row.id,
    name: row.name,
    token,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}

/** `token` is the token itself or its id; only the caller's own. */
export async function revokePersonalToken(
  tx: Tx,
  scope: AccountScope,
  token: string,
): Promise<void> {
  const deleted = await tx
    .deleteFrom('personal_tokens')
    .where('account_id', '=', scope.accountId)
    .where((eb) => (isUuid(token) ? eb('id', '=', token) : eb('token_hash', '=', hashToken(token))))
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw notFound('personalToken');
}
