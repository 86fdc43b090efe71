import { sql } from 'kysely';
import type { Session } from '@kinora/contract/sessions';
import type { Db, Tx } from '../../base/db.ts';
import type { SessionScope } from '../../base/request.ts';
import { describeUserAgent, MAX_IDLE_DAYS, RECORD_USE_MINUTES } from './rules.ts';

/** Says whether the session `s` still counts, by the database's clock. */
export const isLive = sql<boolean>`s.expires_at > now()
  and s.last_used_at > now() - make_interval(days => ${MAX_IDLE_DAYS})`;

/** Says whether the use of the session `s` was not recorded lately. */
export const isUseDue = sql<boolean>`s.last_used_at <
  now() - make_interval(mins => ${RECORD_USE_MINUTES})`;

/** When the session of an account ends by itself, in a statement; no row where it counts no more. */
export const sessionExpiry = (sessionHash: Buffer, accountId: string) => sql<{ expires_at: Date }>`
  select s.expires_at from sessions s
  where s.token_hash = ${sessionHash} and s.account_id = ${accountId} and ${isLive}`;

/** Keeps the session from ending before the transaction does. @returns whether it has not ended yet */
export async function lockSession(tx: Tx, { sessionHash }: SessionScope): Promise<boolean> {
  const found = await tx
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', sessionHash)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

export async function listSessions(db: Db, scope: SessionScope): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions as s')
    .select(['id', 'token_hash', 'user_agent', 'network', 'created_at', 'last_used_at'])
    .where('account_id', '=', scope.accountId)
    .where(isLive)
    .orderBy('last_used_at', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ...describeUserAgent(row.user_agent),
    network: row.network,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    isCurrent: row.token_hash.equals(scope.sessionHash),
  }));
}
