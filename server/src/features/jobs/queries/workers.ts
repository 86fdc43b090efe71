import { sql } from 'kysely';
import type { JobWorker } from '@kinora/contract/jobs';
import type { Db } from '../../../base/db.ts';
import type { TeamScope } from '../../../base/request.ts';
import { LEASE_MS } from '../../pieces/rules/pieces.ts';
import { isVisibleAmongMany } from '../../projects/queries/visible-videos.ts';

export type Workers = { alive: number; uncaged: number; slots: number; busy: number };

/** More than these nobody reads. */
const MAX_LISTED = 50;

const isAlive = sql`w.seen_at > now() - ${LEASE_MS} * interval '1 millisecond'`;

export async function aliveWorkers(db: Db): Promise<Workers> {
  const { rows } = await sql<Workers>`
    select count(*)::int as alive, (count(*) filter (where not is_caged))::int as uncaged,
      coalesce(sum(slots), 0)::int as slots,
      coalesce(sum(busy), 0)::int as busy
    from workers w where ${isAlive}
  `.execute(db);
  return rows[0] ?? { alive: 0, uncaged: 0, slots: 0, busy: 0 };
}

type Making = JobWorker['videos'][number] & { workerId: string };

/** Workers that are alive, and what they make of videos that the caller may see. */
export async function listWorkers(
  db: Db,
  team: TeamScope,
): Promise<Workers & { list: JobWorker[] }> {
  const [counts, workers, made] = await Promise.all([
    aliveWorkers(db),
    sql<Omit<JobWorker, 'videos'>>`
      select w.id, w.name, w.slots, w.busy from workers w where ${isAlive}
      order by w.name, w.id limit ${MAX_LISTED}
    `.execute(db),
    sql<Making>`
      select p.worker_id as "workerId", v.key as "videoKey", v.title, j.key as "projectKey",
        coalesce(array_agg(distinct o.name) filter (where o.name is not null), '{}') as outputs
      from pieces p join revisions r on r.key = p.revision_key
      join videos v on v.key = r.video_key join projects j on j.id = v.project_id
      left join outputs o on o.revision_key = r.key
        and regexp_replace(o.rendition_id, '-p[0-9]+$', '') = any(p.rendition_ids)
      where p.team_id = ${team.teamId} and p.state = 'running' and p.worker_id is not null
        and ${isVisibleAmongMany(team)}
      group by p.worker_id, v.key, v.title, j.key
      order by v.title, v.key limit 500
    `.execute(db),
  ]);
  const list = workers.rows.map((worker) => ({
    ...worker,
    videos: made.rows
      .filter(({ workerId }) => workerId === worker.id)
      .map(({ videoKey, title, projectKey, outputs }) => ({
        videoKey,
        title,
        projectKey,
        outputs,
      })),
  }));
  return { ...counts, list };
}
