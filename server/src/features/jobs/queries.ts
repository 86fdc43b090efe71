import { sql } from 'kysely';
import type { ProjectRole } from '@kinora/contract/fields';
import type { TeamJob, VideoJob, VideoJobs } from '@kinora/contract/jobs';
import type { SourceProblem } from '@kinora/contract/videos';
import type { Db } from '../../base/db.ts';
import type { TeamScope } from '../../base/request.ts';
import { projectActions, type ProjectScope } from '../projects/policy.ts';
import { visibleVideos } from '../videos/queries/rows.ts';
import { secondsLeft, type PieceKind } from '../encoding/rules/pieces.ts';

/** More steps than these nobody reads; those that run, failed or come next stand first. */
const MOST_STEPS = 500;

type Head = {
  revisionKey: string;
  state: string;
  isPlanned: boolean;
  createdAt: Date;
  plannedAt: Date | null;
  failureReason: SourceProblem | null;
  probeErrorReason: SourceProblem | null;
  durationSeconds: number | null;
  segmentStarts: number;
};

type Counts = {
  total: number;
  completed: number;
  running: number;
  waiting: number;
  /** in seconds of video × renditions */
  totalWeight: number;
  doneWeight: number;
  spentSeconds: number;
  place: number | null;
};

/** The steps of a video's current revision, or of the named one. Null when it has no such. */
export async function videoJobs(
  db: Db,
  scope: ProjectScope,
  videoKey: string,
  revisionKey: string | undefined,
): Promise<VideoJobs | null> {
  const { rows } = await sql<Head>`
    select r.key as "revisionKey", r.state, r.plan is not null as "isPlanned",
      r.created_at as "createdAt", r.planned_at as "plannedAt",
      r.failure_reason as "failureReason", r.probe_error_reason as "probeErrorReason",
      r.duration_ms / 1000 as "durationSeconds",
      coalesce((select sum((run ->> 'count')::int)::int
        from jsonb_array_elements(r.stream -> 'videoSegments' -> 'runs') run), 1)
        as "segmentStarts"
    from videos v join revisions r on r.video_key = v.key
    where v.key = ${videoKey} and v.team_id = ${scope.team.teamId}
      and v.project_id = ${scope.projectId} and v.deleted_at is null
      and r.key = ${revisionKey ?? sql`v.current_revision_key`}
  `.execute(db);
  const [head] = rows;
  if (!head) return null;
  const [steps, counts, workers] = await Promise.all([
    stepsOf(db, head),
    countsOf(db, head.revisionKey),
    aliveWorkers(db),
  ]);
  const isEnded = ['completed', 'failed'].includes(head.state) || head.probeErrorReason !== null;
  const check = checkStep(head);
  const waits = counts.waiting > 0 || check.state === 'waiting';
  return {
    jobs: [check, ...steps],
    piecesCompleted: counts.completed,
    piecesTotal: counts.total,
    queuePlace: isEnded || !waits ? null : counts.running > 0 ? 0 : counts.place,
    secondsLeft: isEnded
      ? null
      : secondsLeft({
          total: counts.totalWeight,
          done: counts.doneWeight,
          spent: counts.spentSeconds,
          running: counts.running,
        }),
    waitsFor: isEnded ? null : waitsFor(head, counts, workers.alive),
  };
}

function waitsFor(head: Head, counts: Counts, alive: number): VideoJobs['waitsFor'] {
  if (head.state === 'sourceWaiting') return 'upload';
  if (alive === 0) return 'noWorker';
  return counts.running === 0 && counts.waiting > 0 ? 'queue' : null;
}

/** Reading and planning the source, which comes before there are pieces. */
function checkStep(head: Head): VideoJob {
  const failureReason = head.probeErrorReason ?? (head.isPlanned ? null : head.failureReason);
  const whenPlanned = head.isPlanned ? 'completed' : 'waiting';
  return {
    id: `${head.revisionKey}-check`,
    type: 'check',
    state: failureReason ? 'failed' : whenPlanned,
    outputs: [],
    startSeconds: null,
    endSeconds: null,
    attempts: 1,
    failureReason,
    startedAt: null,
    completedAt: head.plannedAt?.toISOString() ?? null,
  };
}

type StepRow = {
  id: string;
  kind: PieceKind;
  state: 'held' | 'waiting' | 'running' | 'completed' | 'failed';
  names: string[];
  firstSegment: number;
  lastSegment: number;
  attempt: number;
  failureReason: SourceProblem | null;
  startedAt: Date | null;
  completedAt: Date | null;
};

const types: Record<PieceKind, VideoJob['type']> = {
  copy: 'copy',
  video: 'video',
  audio: 'audio',
  cover: 'images',
  storyboard: 'images',
  progressive: 'package',
};

// Outputs have the names of their last packaging (drm), steps those that they were made under.
async function stepsOf(db: Db, head: Head): Promise<VideoJob[]> {
  const { rows } = await sql<StepRow>`
    select p.id, p.kind, p.state, p.first_segment as "firstSegment",
      p.last_segment as "lastSegment", p.attempt, p.failure_reason as "failureReason",
      p.started_at as "startedAt", p.completed_at as "completedAt",
      coalesce((select array_agg(o.name order by o.position) from outputs o
        where o.revision_key = p.revision_key
          and regexp_replace(o.rendition_id, '-p[0-9]+$', '') = any(p.rendition_ids)), '{}')
        as names
    from pieces p where p.revision_key = ${head.revisionKey}
    order by array_position(array['running', 'failed', 'waiting', 'held', 'completed'], p.state),
      p.is_background, p.position
    limit ${MOST_STEPS}
  `.execute(db);
  const seconds = (segment: number) =>
    Math.round(((head.durationSeconds ?? 0) * segment * 10) / head.segmentStarts) / 10;
  return rows.map((row) => ({
    id: row.id,
    type: types[row.kind],
    state: row.state === 'held' ? 'waiting' : row.state,
    outputs: row.names,
    startSeconds: row.kind === 'video' ? seconds(row.firstSegment - 1) : null,
    endSeconds:
      row.kind === 'video' ? Math.min(head.durationSeconds ?? 0, seconds(row.lastSegment)) : null,
    attempts: row.attempt,
    failureReason: row.state === 'failed' || row.state === 'waiting' ? row.failureReason : null,
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  }));
}

async function countsOf(db: Db, revisionKey: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with own as (
      select *, cardinality(rendition_ids) * (last_segment - first_segment + 1) as weight
      from pieces where revision_key = ${revisionKey} and not is_extra
    ), next as (
      select is_background, due_at, position from own where state = 'waiting'
      order by is_background, due_at, position limit 1
    )
    select count(*)::int as total,
      count(*) filter (where state = 'completed')::int as completed,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'waiting')::int as waiting,
      coalesce(sum(weight), 0)::int as "totalWeight",
      coalesce(sum(weight) filter (where state = 'completed'), 0)::int as "doneWeight",
      coalesce(sum(extract(epoch from completed_at - started_at))
        filter (where state = 'completed'), 0)::float as "spentSeconds",
      (select count(distinct o.revision_key)::int from pieces o, next where o.state = 'waiting'
        and o.revision_key <> ${revisionKey}
        and (o.is_background, o.due_at, o.position)
          < (next.is_background, next.due_at, next.position)
        and not exists (select from pieces b
          where b.revision_key = o.revision_key and b.state = 'running')) as place
    from own
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('an aggregate gave no row');
  return counts;
}

export type Workers = { alive: number; slots: number; busy: number };

export async function aliveWorkers(db: Db): Promise<Workers> {
  const { rows } = await sql<Workers>`
    select count(*)::int as alive, coalesce(sum(slots), 0)::int as slots,
      coalesce(sum(busy), 0)::int as busy
    from workers where seen_at > now() - interval '10 seconds'
  `.execute(db);
  return rows[0] ?? { alive: 0, slots: 0, busy: 0 };
}

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
    with work as (
      select p.revision_key, count(*) filter (where p.state = 'running') as running,
        count(*) filter (where p.state = 'waiting') as waiting, min(p.due_at) as due_at
      from pieces p
      where p.team_id = ${team.teamId} and p.state in ('waiting', 'running', 'failed')
      group by p.revision_key
      union all
      select r.key, 0, (r.state = 'sourceIngression' and r.probe_error_type is null)::int,
        coalesce(r.upload_completed_at, r.created_at)
      from revisions r
      where r.team_id = ${team.teamId} and r.plan is null
        and r.state in ('sourceIngression', 'failed')
        and r.probe_error_type is distinct from 'probeFileError'
    )
    select v.key as "videoKey", v.title, j.key as "projectKey", j.name as "projectName", m.role,
      w.running::int, w.waiting::int,
      coalesce(r.probe_error_reason, r.failure_reason) as "failureReason",
      r.created_at as "createdAt", count(*) over ()::int as total,
      (count(*) filter (where w.running = 0 and w.waiting > 0) over (order by w.running > 0 desc,
        w.waiting > 0 desc, w.due_at, v.key rows unbounded preceding))::int - 1 as place,
      a.*
    from work w join revisions r on r.key = w.revision_key
    join videos v on v.current_revision_key = r.key
    join projects j on j.id = v.project_id
    left join project_memberships m on m.project_id = j.id and m.account_id = ${team.accountId}
    cross join lateral (
      select count(*)::int as "pieces",
        count(*) filter (where q.state = 'completed')::int as completed,
        coalesce(sum(cardinality(q.rendition_ids) * (q.last_segment - q.first_segment + 1)), 0)::int
          as "totalWeight",
        coalesce(sum(cardinality(q.rendition_ids) * (q.last_segment - q.first_segment + 1))
          filter (where q.state = 'completed'), 0)::int as "doneWeight",
        coalesce(sum(extract(epoch from q.completed_at - q.started_at))
          filter (where q.state = 'completed'), 0)::float as "spentSeconds"
      from pieces q where q.revision_key = r.key and not q.is_extra
    ) a
    where ${visibleVideos(team)}
    order by w.running > 0 desc, w.waiting > 0 desc, w.due_at, v.key
    limit ${limit} offset ${(page - 1) * limit}
  `.execute(db);
  return { data: rows.map((row) => teamJobOf(row, team)), total: rows[0]?.total ?? 0 };
}

type TeamJobRow = {
  videoKey: string;
  title: string;
  projectKey: string;
  projectName: string;
  role: ProjectRole | null;
  running: number;
  waiting: number;
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
  const whenIdle = row.waiting > 0 ? 'waiting' : 'failed';
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
    actions: { updateVideo: projectActions(team.role, row.role)?.updateVideo ?? false },
    createdAt: row.createdAt.toISOString(),
  };
}
