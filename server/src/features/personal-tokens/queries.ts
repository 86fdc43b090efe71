import type { PersonalToken } from '@kinora/contract/personal-tokens';
import type { Db } from '../../base/db.ts';
import type { AccountScope } from '../../base/request.ts';

export async function personalTokens(db: Db, scope: AccountScope): Promise<PersonalToken[]> {
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
