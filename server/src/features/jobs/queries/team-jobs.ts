import { sql, type RawBuilder } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { TeamJob } from '@kinora/contract/jobs';
import type { SourceProblem } from '@kinora/contract/videos/summary';
import type { Db } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import type { TeamScope } from '../../../base/request.ts';
import { getSecondsLeft, getSpeed, readPace } from '../../encoding/rules/pace.ts';
import type { ToViewerUrl } from '../../playback-channels/rules.ts';
import { getProjectActions } from '../../projects/policy.ts';
import { getJobVideos, type JobVideoFacts, UNKNOWN } from './job-videos.ts';
import { isVisibleAmongMany } from '../../projects/queries/visible-videos.ts';

/**
 * Lists videos that the caller may see, with work that runs, waits or has failed; running work comes first.
 * Files that are unreadable in themselves are left out, as another try would not help.
 */
export async function teamJobs(
  db: Db,
  team: TeamScope,
  { page, limit, toViewerUrl }: { page: number; limit: number; toViewerUrl: ToViewerUrl },
): Promise<{ data: TeamJob[]; total: number; failed: number }> {
  const offset = (page - 1) * limit;
  const { rows } = await sql<TeamJobRow>`
    with recursive ${queuedWork(team)}, listed as materialized (
      select w.revision_key, w.video_key, w.is_running, w.is_waiting, ${turn} as turn
      from work w
      join live_videos v on v.key = w.video_key
      where ${isVisibleAmongMany(team)}
    ), counts as materialized (
      select count(*)::int as total, (count(*) filter (where is_running))::int as running,
        (count(*) filter (where not is_running and not is_waiting))::int as failed
      from listed
    ), chosen as (
      select l.revision_key, l.video_key, l.is_waiting, c.total, c.failed, l.line,
        l.line - 1 - c.running as place
      from (
        select revision_key, video_key, is_waiting,
          (${offset}::int + row_number() over (order by turn, video_key collate "C", revision_key))::int as line
        from (
          select revision_key, video_key, is_waiting, turn from listed
          order by turn, video_key collate "C", revision_key limit ${sql.lit(limit)} offset ${offset}
        ) page
      ) l cross join counts c
    )
    select c.video_key as "videoKey", v.title, j.key as "projectKey", j.name as "projectName",
      v.project_id as "projectId", m.member_role as role,
      c.is_waiting as "isWaiting", coalesce(r.probe_error_reason, r.failure_reason)
        as "failureReason",
      r.created_at as "createdAt", r.progress_percent as progress, r.pace,
      r.key as "revisionKey", pc.default_playback_domain as "playbackDomain",
      c.total, c.failed, c.place, ${madeNow} as outputs, a.pieces, a.completed, a.running
    from chosen c join revisions r on r.key = c.revision_key
    join live_videos v on v.key = c.video_key join live_projects j on j.id = v.project_id
    join playback_channels pc on pc.id = j.primary_playback_channel_id
    left join visible_projects m on m.id = j.id and m.member_id = ${team.accountId}
    cross join lateral (
      select count(*)::int as "pieces",
        count(*) filter (where q.state = 'completed')::int as completed,
        count(*) filter (where q.state = 'running')::int as running
      from pieces q where q.revision_key = r.key and not q.is_extra
    ) a
    order by c.line
  `.execute(prepared(db, 'team_jobs'));
  const videos = await getJobVideos(db, rows, toViewerUrl);
  return {
    data: rows.map((row) => teamJobOf(row, videos.get(row.revisionKey) ?? UNKNOWN, team)),
    total: rows[0]?.total ?? 0,
    failed: rows[0]?.failed ?? 0,
  };
}

/** Names the outputs of a revision `r` whose pieces run. */
const madeNow = sql`coalesce((select array_agg(o.name order by o.position) from outputs o
  where o.revision_key = r.key and exists (select from pieces q
    where q.revision_key = r.key and q.state = 'running'
      and regexp_replace(o.rendition_id, '-p[0-9]+$', '') = any(q.rendition_ids))), '{}')`;

/**
 * The order in which workers take the pieces of one team, what runs first, as one number: thousands of
 * rows are sorted by it. A due time has some 2 billion seconds; the rest of a double keeps microseconds.
 */
const turn = sql`date_part('epoch', w.due_at) + 1e10 * (case when w.is_running then 0
  when w.is_waiting then 2 else 4 end + w.is_background::int)`;

/**
 * `work`: a row for each revision of a team with something to do. Most are found by their state, and
 * none of their pieces is read; of those that are completed, what is left beside or after the stream.
 */
function queuedWork(team: TeamScope): RawBuilder<unknown> {
  const unended = sql`p.team_id = ${team.teamId} and not p.is_extra
    and p.state in ('waiting', 'running', 'failed')`;
  const later = sql`from pieces p where ${unended} and (p.is_background or p.requested_at is not null)`;
  const columns = sql`p.revision_key, p.state, p.due_at`;
  // The revision's state that is last in the alphabet wins: waiting, running, failed.
  const first = sql`order by p.revision_key, p.state desc, p.due_at limit 1`;
  return sql`running as materialized (
      select distinct p.revision_key from pieces p
      where p.team_id = ${team.teamId} and not p.is_extra and p.state = 'running'
    ), unfinished as materialized (
      select r.key, r.video_key,
        r.state <> 'failed' and r.probe_error_type is null
          and (r.plan is null or r.failure_reason is null) as is_waiting,
        coalesce(r.planned_at + coalesce(r.duration_ms, 0) * interval '1 millisecond',
          r.upload_completed_at, r.created_at) as due_at
      from active_revisions r
      where r.team_id = ${team.teamId}
        and r.state in ('sourceIngression', 'processing', 'partiallyCompleted', 'failed')
        and r.probe_error_type is distinct from 'probeFileError'
        -- all pieces of a file that still arrives may wait for its bytes
        and (r.plan is null or r.upload_completed_at is not null or (
          select true from pieces p where ${unended} and p.revision_key = r.key limit 1))
    ), later as (
      (select ${columns} ${later} ${first})
      union all
      select n.revision_key, n.state, n.due_at from later l
      cross join lateral (select ${columns} ${later} and p.revision_key > l.revision_key ${first}) n
    ), beside as (
      select distinct on (p.revision_key) ${columns} from pieces p
      where ${unended} and not p.is_background and p.kind in ('cover', 'storyboard', 'progressive')
        and p.revision_key not in (select key from unfinished)
      order by p.revision_key, p.state desc, p.due_at
    ), rest as (
      select revision_key, bool_or(state = 'waiting') as is_waiting, bool_and(is_later) as is_later,
        min(due_at) as due_at
      from (
        select revision_key, state, due_at, false as is_later from beside
        union all
        select revision_key, state, due_at, true from later where revision_key not in (select key from unfinished)
      ) parts group by revision_key
    ), work as (
      select u.key as revision_key, u.video_key, u.key in (select revision_key from running)
        as is_running, u.is_waiting, false as is_background, u.due_at
      from unfinished u
      union all
      select r.key, r.video_key, r.key in (select revision_key from running), rest.is_waiting,
        rest.is_later, rest.due_at
      from rest join active_revisions r on r.key = rest.revision_key where r.state = 'completed'
    )`;
}

type TeamJobRow = {
  videoKey: string;
  title: string;
  projectKey: string;
  projectName: string;
  projectId: string;
  role: ProjectRole | null;
  running: number;
  isWaiting: boolean;
  failureReason: SourceProblem | null;
  createdAt: Date;
  total: number;
  place: number;
  pieces: number;
  completed: number;
  progress: number;
  pace: unknown;
  revisionKey: string;
  playbackDomain: string;
  failed: number;
  outputs: string[];
};

function teamJobOf(row: TeamJobRow, video: JobVideoFacts, team: TeamScope): TeamJob {
  const whenIdle = row.isWaiting ? 'waiting' : 'failed';
  const state = row.running > 0 ? 'running' : whenIdle;
  const pace = state === 'running' ? readPace(row.pace) : null;
  return {
    videoKey: row.videoKey,
    revisionKey: row.revisionKey,
    title: row.title,
    project: { key: row.projectKey, name: row.projectName },
    ...video,
    state,
    piecesCompleted: row.completed,
    piecesRunning: row.running,
    piecesTotal: row.pieces,
    progress: row.progress,
    outputs: row.outputs,
    queuePlace: state === 'waiting' ? row.place : null,
    secondsLeft: getSecondsLeft(pace, Date.now()),
    speed: getSpeed(pace, video.duration),
    failureReason: state === 'failed' ? row.failureReason : null,
    actions: { updateVideo: getProjectActions(team, row)?.updateVideo ?? false },
    createdAt: row.createdAt.toISOString(),
  };
}
