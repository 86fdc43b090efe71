import { sql, type RawBuilder } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { TeamJob } from '@kinora/contract/jobs';
import type { SourceProblem } from '@kinora/contract/videos';
import type { Db } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import type { TeamScope } from '../../../base/request.ts';
import { secondsLeft } from '../../pieces/rules/pieces.ts';
import { getProjectActions } from '../../projects/policy.ts';
import { isVisibleVideo } from '../../projects/queries/visible-videos.ts';

/**
 * Videos that the caller may see, with work that runs, waits or has failed; what runs first. Files
 * that nobody could read for a reason of their own are left out: trying again would not help.
 */
export async function teamJobs(
  db: Db,
  team: TeamScope,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: TeamJob[]; total: number }> {
  const { rows } = await sql<TeamJobRow>`
    with recursive ${queuedWork(team)}, chosen as (
      -- in the order in which workers take the pieces of one team
      select w.revision_key, v.key, v.title, v.project_id, w.is_running, w.is_waiting,
        count(*) over ()::int as total, row_number() over queue as line,
        (count(*) filter (where not w.is_running and w.is_waiting)
          over (queue rows unbounded preceding))::int - 1 as place
      from work w join revisions r on r.key = w.revision_key
      join videos v on v.current_revision_key = r.key
      where ${isVisibleVideo(team)}
      window queue as (order by w.is_running desc, w.is_waiting desc, w.is_background, w.due_at,
        w.position, v.key)
      order by line
      limit ${sql.lit(limit)} offset ${(page - 1) * limit}
    )
    select c.key as "videoKey", c.title, j.key as "projectKey", j.name as "projectName", m.role,
      c.is_waiting as "isWaiting", coalesce(r.probe_error_reason, r.failure_reason)
        as "failureReason",
      r.created_at as "createdAt", c.total, c.place, a.pieces, a.completed, a.running,
      a."totalWeight", a."doneWeight", a."spentSeconds"
    from chosen c join revisions r on r.key = c.revision_key
    join projects j on j.id = c.project_id
    left join project_memberships m on m.project_id = j.id and m.account_id = ${team.accountId}
    cross join lateral (
      select count(*)::int as "pieces",
        count(*) filter (where q.state = 'completed')::int as completed,
        count(*) filter (where q.state = 'running')::int as running,
        coalesce(sum(cardinality(q.rendition_ids) * (q.last_segment - q.first_segment + 1)), 0)::int
          as "totalWeight",
        coalesce(sum(cardinality(q.rendition_ids) * (q.last_segment - q.first_segment + 1))
          filter (where q.state = 'completed'), 0)::int as "doneWeight",
        coalesce(sum(extract(epoch from q.completed_at - q.started_at))
          filter (where q.state = 'completed'), 0)::float as "spentSeconds"
      from pieces q where q.revision_key = r.key and not q.is_extra
    ) a
    order by c.line
  `.execute(prepared(db, 'team_jobs'));
  return { data: rows.map((row) => teamJobOf(row, team)), total: rows[0]?.total ?? 0 };
}

/**
 * `work`: a row for each revision of a team with something to do, found with one look into an index
 * for each, however many pieces it has. What a viewer asked for beside them is no work that waits.
 */
function queuedWork(team: TeamScope): RawBuilder<unknown> {
  const columns = sql`p.revision_key, p.state, p.is_background, p.due_at, p.position`;
  const queued = sql`from pieces p where p.team_id = ${team.teamId} and not p.is_extra
    and p.state in ('waiting', 'running', 'failed')`;
  // Of a revision's states the last in the alphabet comes first: waiting, running, failed.
  const first = sql`order by p.revision_key, p.state desc, p.is_background, p.due_at, p.position
    limit 1`;
  return sql`queued as (
      (select ${columns} ${queued} ${first})
      union all
      select n.revision_key, n.state, n.is_background, n.due_at, n.position
      from queued q cross join lateral (
        select ${columns} ${queued} and p.revision_key > q.revision_key ${first}
      ) n
    ), running as materialized (
      select p.revision_key ${queued} and p.state = 'running'
    ), work as (
      select q.revision_key, q.revision_key in (select revision_key from running) as is_running,
        q.state = 'waiting' as is_waiting, q.is_background, q.due_at, q.position
      from queued q
      union all
      select r.key, false, r.state = 'sourceIngression' and r.probe_error_type is null, false,
        coalesce(r.upload_completed_at, r.created_at), 0
      from revisions r
      where r.team_id = ${team.teamId} and r.plan is null
        and r.state in ('sourceIngression', 'failed')
        and r.probe_error_type is distinct from 'probeFileError'
    )`;
}

type TeamJobRow = {
  videoKey: string;
  title: string;
  projectKey: string;
  projectName: string;
  role: ProjectRole | null;
  running: number;
  isWaiting: boolean;
  failureReason: SourceProblem | null;
  createdAt: Date;
  total: number;
  place: number;
  pieces: number;
  completed: number;
  totalWeight: number;
  doneWeight: number;
  spentSeconds: number;
};

function teamJobOf(row: TeamJobRow, team: TeamScope): TeamJob {
  const whenIdle = row.isWaiting ? 'waiting' : 'failed';
  const state = row.running > 0 ? 'running' : whenIdle;
  return {
    videoKey: row.videoKey,
    title: row.title,
    project: { key: row.projectKey, name: row.projectName },
    state,
    piecesCompleted: row.completed,
    piecesRunning: row.running,
    piecesTotal: row.pieces,
    queuePlace: state === 'waiting' ? row.place : null,
    secondsLeft:
      state === 'running'
        ? secondsLeft({
            total: row.totalWeight,
            done: row.doneWeight,
            spent: row.spentSeconds,
            running: row.running,
          })
        : null,
    failureReason: state === 'failed' ? row.failureReason : null,
    actions: { updateVideo: getProjectActions(team.role, row.role)?.updateVideo ?? false },
    createdAt: row.createdAt.toISOString(),
  };
}
