import { sql, type RawBuilder } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Db, Tx } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import type { TeamScope } from '../../../base/request.ts';
import { proveProject, type ProjectScope } from '../policy.ts';

/** Videos that are not deleted, of projects that the caller may see. Every read starts here. */
export function visibleVideos(team: TeamScope): RawBuilder<unknown> {
  const own = sql`v.team_id = ${team.teamId} and v.deleted_at is null`;
  return team.role === 'admin'
    ? own
    : sql`${own} and v.project_id in (
        select o.project_id from project_memberships o where o.account_id = ${team.accountId})`;
}

/** The project of a video and what the caller may do in it; null when he may not see it. */
export async function videoScope(
  db: Db | Tx,
  team: TeamScope,
  key: string,
): Promise<ProjectScope | null> {
  const { rows } = await sql<{ projectId: string; role: ProjectRole | null }>`
    select v.project_id as "projectId", m.role from videos v
    left join project_memberships m
      on m.project_id = v.project_id and m.account_id = ${team.accountId}
    where ${visibleVideos(team)} and v.key = ${key}`.execute(prepared(db, 'video_scope'));
  return rows[0] ? proveProject(team, rows[0].projectId, rows[0].role) : null;
}
