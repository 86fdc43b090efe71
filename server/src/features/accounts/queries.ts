import { sql } from 'kysely';
import type { Language, TeamRole } from '@kinora/contract/fields';
import type { Me } from '@kinora/contract/accounts';
import type { Db, Tx } from '../../base/db.ts';
import type { Credentials } from '../../base/credentials.ts';
import { hashToken } from '../../base/ids.ts';
import type { AccountScope, Caller } from '../../base/request.ts';

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

/** Looked up before the costly hashing of a new password; redeeming it is what decides. */
export async function isResetToken(db: Db, token: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', 'password_reset')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** One statement: credential, account and membership of the team that the request names. */
export async function findCaller(db: Db, credentials: Credentials): Promise<Caller | null> {
  const { sessionToken, bearer, teamNamespace } = credentials;
  if (bearer !== null) return callerOfToken(db, hashToken(bearer), teamNamespace);
  if (sessionToken !== null) return callerOfSession(db, hashToken(sessionToken), teamNamespace);
  return null;
}

async function callerOfSession(db: Db, hash: Buffer, namespace: string | null) {
  const { rows } = await sql<CallerRow>`
    select a.id, a.name, a.email, a.lang, t.id as "teamId", t.namespace, m.role
    from sessions s
    join accounts a on a.id = s.account_id
    left join teams t on t.namespace = ${namespace}
    left join team_memberships m on m.account_id = a.id and m.team_id = t.id
    where s.token_hash = ${hash} and s.expires_at > now()`.execute(db);
  return rows[0] ? callerOf(rows[0], hash) : null;
}

/** With a token the team may be left out when its account belongs to one team only. */
async function callerOfToken(db: Db, hash: Buffer, namespace: string | null) {
  const { rows } = await sql<CallerRow & { tokenId: string; isStale: boolean }>`
    select a.id, a.name, a.email, a.lang, t.id as "teamId", t.namespace, m.role,
      p.id as "tokenId",
      coalesce(p.last_used_at < now() - interval '1 minute', true) as "isStale"
    from personal_tokens p
    join accounts a on a.id = p.account_id
    left join teams t on case
      when ${namespace}::text is not null then t.namespace = ${namespace}
      else t.id = (
        select min(o.team_id::text)::uuid from team_memberships o
        where o.account_id = a.id having count(*) = 1
      ) end
    left join team_memberships m on m.account_id = a.id and m.team_id = t.id
    where p.token_hash = ${hash} and (p.expires_at is null or p.expires_at > now())`.execute(db);
  const row = rows[0];
  if (!row) return null;
  if (row.isStale) {
    await sql`update personal_tokens set last_used_at = now() where id = ${row.tokenId}`.execute(
      db,
    );
  }
  return callerOf(row, null);
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

function callerOf(row: CallerRow, sessionHash: Buffer | null): Caller {
  const { teamId, namespace, role } = row;
  return {
    accountId: row.id,
    name: row.name,
    email: row.email,
    lang: row.lang,
    sessionHash,
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
