import { sql } from 'kysely';
import { MAX_TAGS } from '@kinora/contract/bounds';
import { diff } from '../../../base/changes.ts';
import type { Tx } from '../../../base/db.ts';
import { announceAll } from '../../../base/events.ts';
import { newId } from '../../../base/ids.ts';
import type { ProvenTeam } from '../../../base/request.ts';
import { requireAction, type ProjectScope } from '../../projects/policy.ts';
import { videoChanged } from '../events.ts';
import { toVideoSearch } from '../rules/search.ts';

/**
 * Replaces the tags of each video; tags are created as they are needed. Arrays and not rows of
 * parameters: 500 videos with 50 tags each would be more than the 65,535 of one statement.
 */
export async function setTags(
  tx: Tx,
  team: ProvenTeam,
  byVideo: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const { teamId } = team;
  // All requests keep to one order, so that two can't wait for each other.
  const names = [...new Set([...byVideo.values()].flat())].toSorted();
  await tx
    .deleteFrom('video_tags')
    .where('team_id', '=', teamId)
    .where('video_key', 'in', [...byVideo.keys()])
    .execute();
  if (names.length === 0) return;
  const ids = names.map(newId);
  await sql`insert into tags (id, team_id, name)
    select t.id, ${teamId}::uuid, t.name from unnest(${ids}::uuid[], ${names}::text[]) t (id, name)
    on conflict (team_id, name) do nothing`.execute(tx);
  const links = [...byVideo].flatMap(([key, own]) => [...new Set(own)].map((name) => [key, name]));
  await sql`insert into video_tags (team_id, video_key, tag_id)
    select t.team_id, l.key, t.id
    from unnest(${links.map(([key]) => key)}::text[], ${links.map(([, name]) => name)}::text[])
      l (key, name)
    join tags t on t.team_id = ${teamId} and t.name = l.name`.execute(tx);
}

/** Rewrites the search text of videos after their title, tags or file name have changed. */
export async function refreshSearch(
  tx: Tx,
  teamId: string,
  keys: readonly string[],
): Promise<void> {
  // The lock is a statement of its own, so that the next one sees what other changes have written since.
  await tx
    .selectFrom('videos')
    .select('key')
    .where('team_id', '=', teamId)
    .where('key', 'in', keys)
    .orderBy('key')
    .forUpdate()
    .execute();
  const rows = await tx
    .selectFrom('videos as v')
    .innerJoin('revisions as r', 'r.key', 'v.current_revision_key')
    .select(['v.key', 'v.title', 'r.source_file_name as fileName'])
    .select(
      sql<string[]>`array(select t.name from video_tags vt join tags t on t.id = vt.tag_id
        where vt.video_key = v.key)`.as('tags'),
    )
    .where('v.team_id', '=', teamId)
    .where('v.key', 'in', keys)
    .execute();
  const texts = rows.map(toVideoSearch);
  await sql`update videos v set search = t.search
    from unnest(${rows.map(({ key }) => key)}::text[], ${texts}::text[]) t (key, search)
    where v.team_id = ${teamId} and v.key = t.key`.execute(tx);
}

export type TagChange = { add: readonly string[]; remove: readonly string[] };

/**
 * Adds and removes tags of videos that the caller has locked.
 *
 * @returns the tags that were added or removed, of each video; null where they would be too many
 */
export async function changeTags(
  tx: Tx,
  scope: ProjectScope,
  changes: ReadonlyMap<string, TagChange>,
): Promise<Map<string, string[] | null>> {
  requireAction(scope, 'updateVideo');
  const { teamId } = scope.team;
  const { rows } = await sql<{ key: string; title: string; tags: string[] }>`
    select v.key, v.title, array(select t.name from video_tags vt join tags t on t.id = vt.tag_id
      where vt.video_key = v.key) as tags
    from videos v where v.team_id = ${teamId} and v.project_id = ${scope.projectId}
      and v.key = any(${[...changes.keys()]}) and v.deleted_at is null`.execute(tx);
  const outcome = new Map<string, string[] | null>();
  const wanted = new Map<string, string[]>();
  for (const { key, tags } of rows) {
    const { add = [], remove = [] } = changes.get(key) ?? {};
    const kept = tags.filter((tag) => !remove.includes(tag));
    const added = [...new Set(add)].filter((tag) => !kept.includes(tag));
    const isTooMany = added.length > 0 && kept.length + added.length > MAX_TAGS;
    const changed = [...tags.filter((tag) => remove.includes(tag)), ...added];
    outcome.set(key, isTooMany ? null : changed);
    if (!isTooMany && changed.length > 0) wanted.set(key, [...kept, ...added]);
  }
  if (wanted.size === 0) return outcome;
  const keys = [...wanted.keys()];
  await setTags(tx, scope.team, wanted);
  await refreshSearch(tx, teamId, keys);
  await tx
    .updateTable('videos')
    .set({ updated_at: new Date() })
    .where('team_id', '=', teamId)
    .where('key', 'in', keys)
    .execute();
  const place = { teamId, projectId: scope.projectId };
  const before = new Map(rows.map((row) => [row.key, row]));
  const facts = [...wanted].map(([key, tags]) => {
    const changes = diff({ tags: before.get(key)?.tags }, { tags });
    return { ...place, key, name: before.get(key)?.title ?? null, isSeen: false, changes };
  });
  await announceAll(tx, videoChanged, facts);
  return outcome;
}
