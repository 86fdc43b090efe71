import { sql, type RawBuilder } from 'kysely';
import type { Creator } from '@kinora/contract/videos/summary';
import type { Tag } from '@kinora/contract/videos/tags';
import type { Db, Tx } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import type { SenderScope, TeamScope } from '../../../base/request.ts';
import { containsText } from '../../../base/search.ts';
import { isVisibleVideo } from '../../projects/queries/visible-videos.ts';
import { PAGE_PARTS } from '../parts.ts';
import { selectParts, selectVideos, type VideoRow } from './rows.ts';

/** The page of a video shows this, too. */
export type DetailRow = VideoRow & { description: string };

/** Lists videos in the order of `keys`; those that the caller may not see are left out. */
export async function listVideosByKey(
  db: Db | Tx,
  team: SenderScope,
  keys: readonly string[],
): Promise<DetailRow[]> {
  const chosen = sql`select v.key from videos v
    where ${isVisibleVideo(team)} and v.key = any(${keys})`;
  const more = sql`, v.description ${selectParts(PAGE_PARTS)}`;
  const { rows } = await selectVideos<DetailRow>(team, chosen, more).execute(
    prepared(db, 'videos'),
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

type NameFilter = { projectId?: string | undefined; q?: string | undefined; limit: number };

const inProject = ({ projectId }: NameFilter) =>
  projectId === undefined ? sql`` : sql`and v.project_id = ${projectId}`;

/** Lists the creators of visible videos, by name in Thai order. */
export async function listCreators(
  db: Db,
  team: TeamScope,
  filter: NameFilter,
): Promise<Creator[]> {
  const named = filter.q ? sql`and ${containsText(sql`lower(a.name)`, filter.q)}` : sql``;
  const nextCreator = (beyond: RawBuilder<unknown>) => sql`(
    select v.creator_id from videos v
    where v.team_id = ${team.teamId} and v.deleted_at is null ${beyond}
    order by v.creator_id limit 1)`;
  // From one to the next in the index, and not past all of their videos.
  const { rows } = await sql<Creator>`
    with recursive creators as (
      select ${nextCreator(sql``)} as id
      union all
      select ${nextCreator(sql`and v.creator_id > c.id`)} from creators c where c.id is not null
    )
    select a.id, a.name from creators c join accounts a on a.id = c.id
    where exists (
      select from videos v
      where v.creator_id = a.id and ${isVisibleVideo(team)} ${inProject(filter)}) ${named}
    order by a.name collate "th-x-icu" limit ${filter.limit}`.execute(db);
  return rows;
}

/** Tags that visible videos carry, by name in Thai order. */
export async function listTagsInUse(db: Db, team: TeamScope, filter: NameFilter): Promise<Tag[]> {
  const named = filter.q ? sql`and ${containsText(sql`lower(t.name)`, filter.q)}` : sql``;
  const { rows } = await sql<Tag>`
    select t.id, t.name from tags t
    where t.team_id = ${team.teamId} ${named} and exists (
      select 1 from video_tags vt join videos v on v.key = vt.video_key
      where vt.tag_id = t.id and ${isVisibleVideo(team)} ${inProject(filter)})
    order by t.name collate "th-x-icu" limit ${filter.limit}`.execute(db);
  return rows;
}
