import { sql } from 'kysely';
import type { TeamRole } from '@kinora/contract/fields';
import type { Db } from '../../base/db.ts';
import type { AccountCaller, TeamScope } from '../../base/request.ts';
import { tokenExpiry } from '../personal-tokens/queries.ts';
import { sessionExpiry } from '../sessions/queries.ts';
import type { Access } from './rules.ts';

/**
 * `leftMs`: how long the session or token that proves the caller still counts; null for ever. `roles`: in the
 * team, and in each project that the account was added to.
 */
export type FoundAccess = Access & { leftMs: number | null; roles: readonly string[] };

/**
 * Looks up again what a listener, whose request was admitted before, may be told.
 *
 * @returns null when the account has left the team, or its session or token has ended
 */
export async function findAccess(
  db: Db,
  { teamId, accountId }: TeamScope,
  { sessionHash, token }: AccountCaller,
): Promise<FoundAccess | null> {
  const proof = sessionHash
    ? sessionExpiry(sessionHash, accountId)
    : tokenExpiry(token?.id ?? null, accountId);
  type Row = {
    role: TeamRole;
    projectIds: string[];
    projectRoles: string[];
    leftMs: number | null;
  };
  const { rows } = await sql<Row>`
    select m.role, ceil(1000 * extract(epoch from proof.expires_at - now()))::int8 as "leftMs",
      array(
        select p.id from visible_projects p
        where m.role <> 'admin' and p.team_id = m.team_id and p.member_id = m.account_id
      ) as "projectIds",
      array(
        select p.id || p.member_role from visible_projects p
        where m.role <> 'admin' and p.team_id = m.team_id and p.member_id = m.account_id
        order by p.id
      ) as "projectRoles"
    from active_members m cross join (${proof}) proof
    where m.team_id = ${teamId} and m.account_id = ${accountId}`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { role, leftMs, projectIds, projectRoles } = found;
  return {
    accountId,
    role,
    leftMs,
    projectIds: role === 'admin' ? null : new Set(projectIds),
    roles: [role, ...projectRoles],
  };
}
