import { sql, type RawBuilder } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Tx } from '../../../base/db.ts';
import type { TeamScope } from '../../../base/request.ts';
import { proveProject, type ProjectScope } from '../../projects/policy.ts';
import { isOfChangeableProject } from '../../projects/queries/visible-videos.ts';
import { toWanted, type ListFilter } from './wanted.ts';

/** Selects the keys of videos that the caller may change and a list with this filter shows. */
export function selectMatching(
  team: TeamScope,
  filter: ListFilter,
  limit: number,
): RawBuilder<unknown> {
  const { within, searched } = toWanted(team, filter);
  return sql`select v.key from videos v where ${within} and ${searched ?? sql`true`}
      ${isOfChangeableProject(team)}
    order by v.created_at desc, v.key desc limit ${limit}`;
}

export type LockedVideo = { key: string; scope: ProjectScope; deletedAt: Date | null };

/** Locks videos that the caller may see, or could see before they were deleted. */
export async function lockVideos(
  tx: Tx,
  team: TeamScope,
  keys: readonly string[],
): Promise<Map<string, LockedVideo>> {
  const rows = await tx
    .selectFrom('videos as v')
    .leftJoin('visible_projects as m', (join) =>
      join.onRef('m.id', '=', 'v.project_id').on('m.member_id', '=', team.accountId),
    )
    .select(['v.key', 'v.project_id as projectId', 'v.deleted_at as deletedAt'])
    .select(sql<ProjectRole | null>`m.member_role`.as('role'))
    .where('v.team_id', '=', team.teamId)
    .where('v.key', 'in', keys)
    // All keep to one order, so that two can't wait for each other.
    .orderBy('v.key')
    .forUpdate('v')
    .execute();
  const seen = rows.flatMap(({ key, projectId, deletedAt, role }) => {
    const scope = proveProject(team, projectId, role);
    return scope ? [{ key, scope, deletedAt }] : [];
  });
  return new Map(seen.map((video) => [video.key, video]));
}
