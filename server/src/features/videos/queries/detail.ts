import { sql } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { Tag } from '@kinora/contract/videos';
import type { Db, Tx } from '../../../base/db.ts';
import { notFound } from '../../../base/errors.ts';
import { isUuid } from '../../../base/ids.ts';
import { prepared } from '../../../base/prepared.ts';
import { requireTeam, type RequestContext, type TeamScope } from '../../../base/request.ts';
import { likePattern } from '../../../base/search.ts';
import { proveProject, type ProjectScope } from '../../projects/policy.ts';
import { videoRows, visibleVideos, type VideoRow } from './rows.ts';

export async function video(db: Db | Tx, team: TeamScope, key: string): Promise<VideoRow | null> {
  const chosen = sql`select v.key from videos v where ${visibleVideos(team)} and v.key = ${key}`;
  const { rows } = await videoRows(team, chosen).execute(prepared(db, 'video'));
  return rows[0] ?? null;
}

/** Several at once, in the order of `keys`. */
export async function videosByKey(
  db: Db | Tx,
  team: TeamScope,
  keys: string[],
): Promise<VideoRow[]> {
  const chosen = sql`select v.key from videos v
    where ${visibleVideos(team)} and v.key = any(${keys})`;
  const { rows } = await videoRows(team, chosen).execute(db);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/**
 * The project of a video and what the caller may do in it.
 *
 * @throws AppError not_found when he may not see it
 */
export async function requireVideo(context: RequestContext, key: string): Promise<ProjectScope> {
  const team = await requireTeam(context);
  const { rows } = await sql<{ projectId: string; role: ProjectRole | null }>`
    select v.project_id as "projectId", m.role from videos v
    left join project_memberships m
      on m.project_id = v.project_id and m.account_id = ${team.accountId}
    where ${visibleVideos(team)} and v.key = ${key}`.execute(
    prepared(context.app.db, 'video_scope'),
  );
  const scope = rows[0] ? proveProject(team, rows[0].projectId, rows[0].role) : null;
  if (!scope) throw notFound('video');
  return scope;
}

/** Tags that visible videos carry, by name in Thai order. */
export async function tagsInUse(
  db: Db,
  team: TeamScope,
  filter: { projectId?: string | undefined; q?: string | undefined; limit: number },
): Promise<Tag[]> {
  const project = filter.projectId;
  const inProject = project && isUuid(project) ? sql`and v.project_id = ${project}` : sql``;
  const named = filter.q ? sql`and lower(t.name) like ${likePattern(filter.q)}` : sql``;
  const { rows } = await sql<Tag>`
    select t.id, t.name from tags t
    where t.team_id = ${team.teamId} ${named} and exists (
      select 1 from video_tags vt join videos v on v.key = vt.video_key
      where vt.tag_id = t.id and ${visibleVideos(team)} ${inProject})
    order by t.name collate "th-x-icu" limit ${filter.limit}`.execute(db);
  return rows;
}
