import { sql } from 'kysely';
import type { PersonalToken } from '@kinora/contract/personal-tokens';
import type { Db, Tx } from '../../base/db.ts';
import type { SessionScope } from '../../base/request.ts';

/** Says whether the token `p` still counts, by the database's clock. */
export const isLiveToken = sql<boolean>`(p.expires_at is null or p.expires_at > now())`;

/** When the token of an account ends, in a statement; null where it never does, no row where it has. */
export const tokenExpiry = (id: string | null, accountId: string) => sql<{
  expires_at: Date | null;
}>`
  select p.expires_at from personal_tokens p
  where p.id = ${id} and p.account_id = ${accountId} and ${isLiveToken}`;

export async function listPersonalTokens(db: Db, scope: SessionScope): Promise<PersonalToken[]> {
  const rows = await db
    .selectFrom('personal_tokens')
    .select(['id', 'name', 'preview', 'created_at', 'last_used_at', 'expires_at'])
    .where('account_id', '=', scope.accountId)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    preview: row.preview,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }));
}

export async function countPersonalTokens(db: Db | Tx, scope: SessionScope): Promise<number> {
  const row = await db
    .selectFrom('personal_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', scope.accountId)
    .executeTakeFirstOrThrow();
  return row.count;
}
