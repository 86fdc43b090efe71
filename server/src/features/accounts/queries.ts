import { sql } from 'kysely';
import type { Language, TeamRole } from '@kinora/contract/fields';
import type { Me } from '@kinora/contract/accounts';
import { databaseNow, type Db, type Tx } from '../../base/db.ts';
import { hashToken } from '../../base/ids.ts';
import { prepared } from '../../base/prepared.ts';
import type { AccountCaller, AccountScope } from '../../base/request.ts';
import { isSeenDue } from '../team-members/queries.ts';
import { isLiveToken } from '../personal-tokens/queries.ts';
import { isLive, isUseDue } from '../sessions/queries.ts';

export async function findAccountByEmail(db: Db | Tx, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'lang', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function getPasswordHash(db: Db | Tx, scope: AccountScope): Promise<string> {
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
 * @returns the account that a reset token is for, or null
 */
export async function findResetAccount(
  db: Db,
  token: string,
  now: Date,
): Promise<{ id: string; name: string; email: string } | null> {
  const row = await db
    .selectFrom('one_time_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['a.id', 'a.name', 'a.email'])
    .where('t.token_hash', '=', hashToken(token))
    .where('t.purpose', '=', 'password_reset')
    .where('t.expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
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

/** It was not recorded lately that the credential is used, and that the member was in the team. */
type Due = { isUseDue: boolean; isSeenDue: boolean };
export type FoundCaller = { caller: AccountCaller } & Due;

// One statement of the system's: credential, account and membership of the team that is named.

export async function findSessionCaller(
  db: Db,
  tokens: readonly string[],
  namespace: string | null,
): Promise<FoundCaller | null> {
  const { rows } = await sql<CallerRow & { sessionHash: Buffer }>`
    select a.id as "accountId", a.name, a.email, a.lang, t.id as "teamId", t.namespace, m.role,
      s.token_hash as "sessionHash", ${isUseDue} as "isUseDue",
      ${isSeenDue} as "isSeenDue"
    from sessions s
    join accounts a on a.id = s.account_id
    left join teams t on t.namespace = ${namespace}
    left join team_memberships m on m.account_id = a.id and m.team_id = t.id and m.is_enabled
    where s.token_hash = any(${tokens.map(hashToken)}) and ${isLive}
    order by s.created_at desc limit 1`.execute(prepared(db, 'session_caller'));
  return rows[0] ? toCaller({ ...rows[0], token: null }) : null;
}

/** A caller with a token may leave the team out when its account belongs to one team only. */
export async function findTokenCaller(
  db: Db,
  token: string,
  namespace: string | null,
): Promise<FoundCaller | null> {
  // Said in the text, not by a value, so that each is planned once, and by its index.
  const isNamed =
    namespace === null
      ? sql`t.id = (
          select min(o.team_id::text)::uuid from team_memberships o
          where o.account_id = a.id and o.is_enabled having count(*) = 1
        )`
      : sql`t.namespace = ${namespace}`;
  const { rows } = await sql<CallerRow & { token: { id: string; name: string } }>`
    select a.id as "accountId", a.name, a.email, a.lang, t.id as "teamId", t.namespace, m.role,
      json_build_object('id', p.id, 'name', p.name) as token,
      coalesce(p.last_used_at < now() - interval '1 minute', true) as "isUseDue",
      ${isSeenDue} as "isSeenDue"
    from personal_tokens p
    join accounts a on a.id = p.account_id
    left join teams t on ${isNamed}
    left join team_memberships m on m.account_id = a.id and m.team_id = t.id and m.is_enabled
    where p.token_hash = ${hashToken(token)} and ${isLiveToken}`.execute(
    prepared(db, 'token_caller'),
  );
  return rows[0] ? toCaller({ ...rows[0], sessionHash: null }) : null;
}

type CallerRow = {
  accountId: string;
  name: string;
  email: string;
  lang: Language;
  teamId: string | null;
  namespace: string | null;
  role: TeamRole | null;
} & Due;

function toCaller(row: CallerRow & Pick<AccountCaller, 'sessionHash' | 'token'>): FoundCaller {
  const { teamId, namespace, role, isUseDue, isSeenDue, ...proven } = row;
  const team = teamId && namespace && role ? { id: teamId, namespace, role } : null;
  return { caller: { kind: 'account', ...proven, team }, isUseDue, isSeenDue };
}

export async function getMe(db: Db, scope: AccountScope): Promise<Omit<Me, 'supportEmail'>> {
  const rows = await db
    .selectFrom('team_memberships as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select(['t.id', 't.namespace', 't.name', 'm.is_enabled', sql<TeamRole>`m.role`.as('role')])
    .select(
      sql<boolean>`m.role = 'admin' and m.team_id = (
        select f.id from teams f order by f.created_at, f.id limit 1)`.as('runsAll'),
    )
    .where('m.account_id', '=', scope.accountId)
    .orderBy(sql`t.name collate "th-x-icu"`)
    .execute();
  const { accountId: id, email, name, lang } = scope.caller;
  const enabled = rows.filter((row) => row.is_enabled);
  return {
    account: { id, email, name },
    lang,
    teams: enabled.map((row) => ({
      id: row.id,
      namespace: row.namespace,
      name: row.name,
      role: row.role,
    })),
    canCreateTeams: enabled.some(({ runsAll }) => runsAll),
    suspendedIn: rows.filter((row) => !row.is_enabled).map((row) => row.name),
  };
}
