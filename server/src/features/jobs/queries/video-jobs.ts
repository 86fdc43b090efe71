import { sql } from 'kysely';
import type { VideoJob, VideoJobs } from '@kinora/contract/jobs';
import type { SourceProblem } from '@kinora/contract/videos/summary';
import type { Db } from '../../../base/db.ts';
import type { RequestContext } from '../../../base/request.ts';
import { waitingTeams } from '../../pieces/queries/waiting-teams.ts';
import { getSecondsLeft, getSpeed, readPace } from '../../encoding/rules/pace.ts';
import type { PieceKind } from '../../pieces/rules/pieces.ts';
import type { ProjectScope } from '../../projects/policy.ts';
import { videoSegmentCount } from '../../revisions/queries.ts';
import { getOutputProgress } from './output-progress.ts';
import { aliveWorkers } from './workers.ts';

/** A page shows no more steps than these; those that run, failed or come next stand first. */
const MAX_STEPS = 500;

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
  progress: number;
  pace: unknown;
  completedAt: Date | null;
};

type Counts = {
  total: number;
  completed: number;
  running: number;
  waiting: number;
};

/** The steps of a video's current revision, or of the named one. Null when it has no such. */
export async function videoJobs(
  { app: { db }, systemDb }: Pick<RequestContext, 'app' | 'systemDb'>,
  scope: ProjectScope,
  videoKey: string,
  revisionKey: string | undefined,
): Promise<VideoJobs | null> {
  const { rows } = await sql<Head>`
    select r.key as "revisionKey", r.state, r.plan is not null as "isPlanned",
      r.created_at as "createdAt", r.planned_at as "plannedAt",
      r.failure_reason as "failureReason", r.probe_error_reason as "probeErrorReason",
      r.duration_ms / 1000 as "durationSeconds",
      coalesce(${videoSegmentCount}, 1) as "segmentStarts", r.progress_percent as progress,
      r.pace, r.completed_at as "completedAt"
    from live_videos v join revisions r on r.video_key = v.key
    where v.key = ${videoKey} and v.team_id = ${scope.team.teamId}
      and v.project_id = ${scope.projectId}
      and r.key = ${revisionKey ?? sql`v.current_revision_key`}
  `.execute(db);
  const [head] = rows;
  if (!head) return null;
  const [steps, counts, outputs, place, workers] = await Promise.all([
    stepsOf(db, head),
    countsOf(db, head),
    getOutputProgress(db, head),
    placeOf(systemDb, head),
    aliveWorkers(db),
  ]);
  const isEnded = ['completed', 'failed'].includes(head.state) || head.probeErrorReason !== null;
  const check = checkStep(head);
  const waits = counts.waiting > 0 || check.state === 'waiting';
  const pace = isEnded || counts.running === 0 ? null : readPace(head.pace);
  return {
    jobs: [check, ...steps],
    progress: head.progress,
    outputs,
    piecesCompleted: counts.completed,
    piecesTotal: counts.total,
    queuePlace: isEnded || !waits ? null : counts.running > 0 ? 0 : place,
    secondsLeft: getSecondsLeft(pace, Date.now()),
    speed: getSpeed(pace, head.durationSeconds),
    tookSeconds: toTookSeconds(head),
    waitsFor: isEnded ? null : waitsFor(head, counts, workers.alive),
  };
}

function toTookSeconds({ plannedAt, completedAt }: Head): number | null {
  if (plannedAt === null || completedAt === null) return null;
  return Math.max(1, Math.round((completedAt.getTime() - plannedAt.getTime()) / 1000));
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
  state: 'blocked' | 'waiting' | 'running' | 'completed' | 'failed';
  names: string[];
  firstSegment: number;
  lastSegment: number;
  attempt: number;
  failureReason: SourceProblem | null;
  startedAt: Date | null;
  completedAt: Date | null;
};

const JOB_TYPES: Record<PieceKind, VideoJob['type']> = {
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
    order by array_position(array['running', 'failed', 'waiting', 'blocked', 'completed'], p.state),
      p.is_background, p.position
    limit ${MAX_STEPS}
  `.execute(db);
  const seconds = (segment: number) =>
    Math.round(((head.durationSeconds ?? 0) * segment * 10) / head.segmentStarts) / 10;
  return rows.map((row) => ({
    id: row.id,
    type: JOB_TYPES[row.kind],
    state: row.state === 'blocked' ? 'waiting' : row.state,
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

async function countsOf(db: Db, head: Head): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as total,
      count(*) filter (where state = 'completed')::int as completed,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'waiting')::int as waiting
    from pieces where revision_key = ${head.revisionKey} and not is_extra
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('an aggregate gave no row');
  return counts;
}

/**
 * Says how many videos, of all teams, are begun before one that waits, in the order in which workers take
 * pieces (encoding/actions/claim.ts): the team with the fewest running first. A team's n-th waiting
 * piece is taken when it has n - 1 more running than now: that is its turn.
 */
async function placeOf(db: Db, { revisionKey }: Head): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    with recursive next as (
      select team_id, is_background, due_at, position from pieces
      where revision_key = ${revisionKey} and state = 'waiting' and not is_extra
      order by is_background, due_at, position limit 1
    ), running as materialized (
      select team_id, count(*) as pieces from pieces where state = 'running' group by team_id
    ), begun as materialized (
      select distinct revision_key from pieces where state = 'running' and not is_extra
    ), own as materialized (
      select next.*, coalesce((select r.pieces from running r where r.team_id = next.team_id), 0)
        + (select count(*) from pieces p where p.team_id = next.team_id
          and p.state = 'waiting' and not p.is_extra
          and (p.is_background, p.due_at, p.position)
            < (next.is_background, next.due_at, next.position)) as turn
      from next
    ), ${waitingTeams}
    select count(*)::int as place from (
      select distinct o.revision_key
      from own cross join teams t left join running r on r.team_id = t.team_id
      cross join lateral (
        select p.revision_key, p.is_background, p.due_at, p.position, coalesce(r.pieces, 0) - 1
          + row_number() over (order by p.is_background, p.due_at, p.position) as turn
        from pieces p where p.team_id = t.team_id and p.state = 'waiting' and not p.is_extra
        order by p.is_background, p.due_at, p.position
        -- all that may come before; of those that wait for idle workers any may
        limit case when own.is_background then null
          else greatest(0, own.turn - coalesce(r.pieces, 0) + 1) end
      ) o
      where o.revision_key <> ${revisionKey}
        and (o.is_background, o.turn, o.due_at, o.position)
          < (own.is_background, own.turn, own.due_at, own.position)
        and o.revision_key not in (select revision_key from begun)
    ) videos
  `.execute(db);
  return rows[0]?.place ?? 0;
}
