import { sql } from 'kysely';
import type { Tag } from '@kinora/contract/videos';
import type { Db, Tx } from '../../../base/db.ts';
import { isUuid } from '../../../base/ids.ts';
import { prepared } from '../../../base/prepared.ts';
import type { TeamScope } from '../../../base/request.ts';
import { containsText } from '../../../base/search.ts';
import { isVisibleVideo } from '../../projects/queries/visible-videos.ts';
import { DETAIL_COLUMNS, selectVideos, type DetailRow } from './rows.ts';

/** Lists videos in the order of `keys`; those that the caller may not see are left out. */
export async function listVideosByKey(
  db: Db | Tx,
  team: TeamScope,
  keys: readonly string[],
): Promise<DetailRow[]> {
  const chosen = sql`select v.key from videos v
    where ${isVisibleVideo(team)} and v.key = any(${keys})`;
  const { rows } = await selectVideos<DetailRow>(team, chosen, DETAIL_COLUMNS).execute(
    prepared(db, 'videos'),
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** Tags that visible videos carry, by name in Thai order. */
export async function listTagsInUse(
  db: Db,
  team: TeamScope,
  filter: { projectId?: string | undefined; q?: string | undefined; limit: number },
): Promise<Tag[]> {
  const project = filter.projectId;
  const inProject = project && isUuid(project) ? sql`and v.project_id = ${project}` : sql``;
  const named = filter.q ? sql`and ${containsText(sql`lower(t.name)`, filter.q)}` : sql``;
  const { rows } = await sql<Tag>`
    select t.id, t.name from tags t
    where t.team_id = ${team.teamId} ${named} and exists (
      select 1 from video_tags vt join videos v on v.key = vt.video_key
      where vt.tag_id = t.id and ${isVisibleVideo(team)} ${inProject})
    order by t.name collate "th-x-icu" limit ${filter.limit}`.execute(db);
  return rows;
}
