import { sql } from 'kysely';
import type { Language, TeamRole } from '@kinora/contract/fields';
import type { Me } from '@kinora/contract/accounts';
import { databaseNow, type Db, type Tx } from '../../base/db.ts';
import type { Credentials } from '../../base/credentials.ts';
import { hashToken } from '../../base/ids.ts';
import { prepared } from '../../base/prepared.ts';
import type { AccountScope, Caller } from '../../base/request.ts';
import { isLive } from '../sessions/queries.ts';
import { recordUseMinutes } from '../sessions/rules.ts';

export async function accountByEmail(db: Db | Tx, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'lang', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function passwordHashOf(db: Db | Tx, scope: AccountScope): Promise<string> {
  const row = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', scope.accountId)
    .executeTakeFirstOrThrow();
  return row.password_hash;
}

/**
 * Looked up before the costly hashing of a new password; redeeming it is what decides.
 *
 * @returns the address of the account that a reset token is for, or null
 */
export async function findResetEmail(db: Db, token: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('one_time_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select('a.email')
    .where('t.token_hash', '=', hashToken(token))
    .where('t.purpose', '=', 'password_reset')
    .where('t.expires_at', '>', now)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** @returns the hash of the token with which the account of that address is known here, or null */
export async function findKnownBrowser(
  db: Db,
  email: string,
  tokens: readonly string[],
): Promise<Buffer | null> {
  if (tokens.length === 0) return null;
  const row = await db
    .selectFrom('known_browsers as k')
    .innerJoin('accounts as a', 'a.id', 'k.account_id')
    .select('k.token_hash')
    .where('a.email', '=', email)
    .where('k.token_hash', 'in', tokens.map(hashToken))
    .where('k.expires_at', '>', databaseNow)
    .executeTakeFirst();
  return row?.token_hash ?? null;
}

/** One statement of the system's: credential, account and membership of the team that is named. */
export async function findCaller(db: Db, credentials: Credentials): Promise<Caller | null> {
  const { bearer, sessionTokens, teamNamespace } = credentials;
  if (bearer !== null) return callerOfToken(db, hashToken(bearer), teamNamespace);
  if (sessionTokens.length > 0) return callerOfSession(db, credentials);
  return null;
}

async function callerOfSession(db: Db, { sessionTokens, teamNamespace, client }: Credentials) {
  const { rows } = await sql<CallerRow & { hash: Buffer; isStale: boolean }>`
    select a.id, a.name, a.email, a.lang, t.id as "teamId", t.namespace, m.role,
      s.token_hash as hash,
      s.last_used_at < now() - make_interval(mins => ${recordUseMinutes}) as "isStale"
    from sessions s
    join accounts a on a.id = s.account_id
    left join teams t on t.namespace = ${teamNamespace}
    left join team_memberships m on m.account_id = a.id and m.team_id = t.id
    where s.token_hash = any(${sessionTokens.map(hashToken)}) and ${isLive}
    order by s.created_at desc limit 1`.execute(prepared(db, 'session_caller'));
  const row = rows[0];
  if (!row) return null;
  if (row.isStale) {
    await sql`
      update sessions set last_used_at = now(), network = ${client.network},
        user_agent = ${client.userAgent}
      where token_hash = ${row.hash}
        and last_used_at < now() - make_interval(mins => ${recordUseMinutes})`.execute(db);
  }
  return callerOf(row, { sessionHash: row.hash, tokenId: null });
}

/** With a token the team may be left out when its account belongs to one team only. */
async function callerOfToken(db: Db, hash: Buffer, namespace: string | null) {
  // Said in the text, not by a value, so that each is planned once, and by its index.
  const isNamed =
    namespace === null
      ? sql`t.id = (
          select min(o.team_id::text)::uuid from team_memberships o
          where o.account_id = a.id having count(*) = 1
        )`
      : sql`t.namespace = ${namespace}`;
  const { rows } = await sql<CallerRow & { tokenId: string; isStale: boolean }>`
    select a.id, a.name, a.email, a.lang, t.id as "teamId", t.namespace, m.role,
      p.id as "tokenId",
      coalesce(p.last_used_at < now() - interval '1 minute', true) as "isStale"
    from personal_tokens p
    join accounts a on a.id = p.account_id
    left join teams t on ${isNamed}
    left join team_memberships m on m.account_id = a.id and m.team_id = t.id
    where p.token_hash = ${hash} and (p.expires_at is null or p.expires_at > now())`.execute(
    prepared(db, 'token_caller'),
  );
  const row = rows[0];
  if (!row) return null;
  if (row.isStale) {
    await sql`update personal_tokens set last_used_at = now() where id = ${row.tokenId}`.execute(
      db,
    );
  }
  return callerOf(row, { sessionHash: null, tokenId: row.tokenId });
}

type CallerRow = {
  id: string;
  name: string;
  email: string;
  lang: Language;
  teamId: string | null;
  namespace: string | null;
  role: TeamRole | null;
};

function callerOf(row: CallerRow, proof: Pick<Caller, 'sessionHash' | 'tokenId'>): Caller {
  const { teamId, namespace, role } = row;
  return {
    accountId: row.id,
    name: row.name,
    email: row.email,
    lang: row.lang,
    ...proof,
    team: teamId && namespace && role ? { id: teamId, namespace, role } : null,
  };
}

export async function me(db: Db, scope: AccountScope): Promise<Me> {
  const teams = await db
    .selectFrom('team_memberships as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select(['t.id', 't.namespace', 't.name', sql<TeamRole>`m.role`.as('role')])
    .where('m.account_id', '=', scope.accountId)
    .orderBy(sql`t.name collate "th-x-icu"`)
    .execute();
  const { accountId: id, email, name, lang } = scope.caller;
  return { account: { id, email, name }, lang, teams };
}
