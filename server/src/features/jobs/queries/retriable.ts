import { sql } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Db } from '../../../base/db.ts';
import type { TeamScope } from '../../../base/request.ts';
import { type ProjectScope, proveProject } from '../../projects/policy.ts';
import { isVisibleAmongMany } from '../../projects/queries/visible-videos.ts';

/** Videos in one call: each is a transaction of its own. */
const MAX_AT_ONCE = 100;

/** Lists videos with failed work that may be tried again, where the caller may change them. */
export async function listRetriable(
  db: Db,
  team: TeamScope,
): Promise<{ videoKey: string; scope: ProjectScope }[]> {
  const { rows } = await sql<{ videoKey: string; projectId: string; role: ProjectRole | null }>`
    select v.key as "videoKey", v.project_id as "projectId", m.member_role as role
    from live_videos v join active_revisions r on r.video_key = v.key
    left join visible_projects m on m.id = v.project_id and m.member_id = ${team.accountId}
    where ${isVisibleAmongMany(team)} and (
      r.state = 'failed' or r.probe_error_type = 'probeError'
      or r.key in (select p.revision_key from pieces p
        where p.team_id = ${team.teamId} and p.state = 'failed' and not p.is_extra))
    group by v.key, v.project_id, m.member_role order by min(r.created_at), v.key
  `.execute(db);
  return rows
    .flatMap(({ videoKey, projectId, role }) => {
      const scope = proveProject(team, projectId, role);
      return scope?.actions.updateVideo ? [{ videoKey, scope }] : [];
    })
    .slice(0, MAX_AT_ONCE);
}
