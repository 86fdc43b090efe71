import { sql, type RawBuilder } from 'kysely';
import { MAX_LISTED_FAILURES } from '@kinora/contract/video-batches';
import type { Db, Tx } from '../../base/db.ts';
import { isUuid } from '../../base/ids.ts';
import { selectItems, selectWorks } from '../../base/long-work/queries.ts';
import type { TeamScope } from '../../base/request.ts';
import { isOfVisibleProject, isVisibleVideo } from '../projects/queries/visible-videos.ts';
import { CHANGE_VIDEOS, MAX_UNDO_DAYS, type BatchRow } from './rules.ts';

const selectBatches = (team: TeamScope, chosen: RawBuilder<unknown>) => sql<BatchRow>`
  select b.id, b.input ->> 'action' as action, b.input -> 'tags' as tags, b.undo_of as "undoOf",
    b.state, b.total, b.done, b.failed, b.created_at as "createdAt", b.completed_at as "completedAt",
    b.account_id = ${team.accountId} as "isOwn", ${isUndoable(team)} as "isUndoable",
    case when p.id is not null then json_build_object('key', p.key, 'name', p.name) end as project,
    coalesce((
      select json_agg(json_build_object('key', f.key, 'title', f.title, 'code', f.failure)
        order by f.position)
      from (
        select i.position, i.key, i.outcome ->> 'failure' as failure, v.title
        from ${selectItems(team, sql`b.id`)} i
        left join live_videos v on v.key = i.key and ${isVisibleVideo(team)}
        where i.state = 'failed' and (b.account_id = ${team.accountId} or v.key is not null)
        order by i.position limit ${sql.lit(MAX_LISTED_FAILURES)}
      ) f
    ), '[]') as failures
  from ${selectWorks(team, CHANGE_VIDEOS)} b
  left join visible_projects p on p.id = b.project_id and p.member_id = ${team.accountId}
  where ${chosen}
  order by b.created_at desc limit 20`;

/** Says whether its maker `team.accountId` may take back a batch `b`. */
const isUndoable = (team: TeamScope) => sql`(
  b.account_id = ${team.accountId} and b.undo_of is null and not b.is_undone
  and b.input ->> 'action' <> 'rotateKeys'
  and b.created_at > now() - ${sql.lit(MAX_UNDO_DAYS)} * interval '1 day')`;

/**
 * Says whether a batch `b` is the caller's own, or the caller sees every project that its videos are in, came
 * from or go to. A batch whose videos are all gone is visible to its maker alone.
 */
function isVisibleBatch(team: TeamScope): RawBuilder<unknown> {
  const isSeen = (projectId: RawBuilder<unknown>) =>
    sql`coalesce(true ${isOfVisibleProject(team, projectId)}, true)`;
  const cameFrom = sql`coalesce(i.outcome ->> 'projectId', i.input ->> 'projectId')::uuid`;
  return sql`(b.account_id = ${team.accountId} or (${isSeen(sql`b.project_id`)} and coalesce((
    select bool_and(${isSeen(sql`v.project_id`)} and ${isSeen(cameFrom)})
    from ${selectItems(team, sql`b.id`)} i
    join videos v on v.key = i.key and v.team_id = ${team.teamId}), false)))`;
}

/** Null when the caller may not see it. */
export async function findBatch(
  db: Db | Tx,
  team: TeamScope,
  id: string,
): Promise<BatchRow | null> {
  if (!isUuid(id)) return null;
  const { rows } = await selectBatches(team, sql`b.id = ${id} and ${isVisibleBatch(team)}`).execute(
    db,
  );
  return rows[0] ?? null;
}

/** The caller's own of the last day. */
export async function listBatches(db: Db, team: TeamScope): Promise<BatchRow[]> {
  const isOwn = sql`b.account_id = ${team.accountId} and b.created_at > now() - interval '1 day'`;
  return (await selectBatches(team, isOwn).execute(db)).rows;
}

/** Of these batches, those that the caller may take back now. */
export async function listUndoable(
  db: Db,
  team: TeamScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select b.id from ${selectWorks(team, CHANGE_VIDEOS)} b
    where b.id = any(${ids}::uuid[]) and ${isUndoable(team)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
