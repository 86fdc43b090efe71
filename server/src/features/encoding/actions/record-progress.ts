import { sql } from 'kysely';
import type { Db } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import { changeRevision } from '../../revisions/actions.ts';
import { measurePace, readPace } from '../rules/pace.ts';

/** Workers that make one video at the same time record its progress once in this time. */
const MIN_BETWEEN_MS = 800;

type Row = { key: string; done: number; total: number; nowMs: number; pace: unknown };

/**
 * Records how many segments are made of those that the whole waits for, as whole percent, 99 at most since
 * the end is recorded elsewhere, and the pace. Segments made on demand count for neither.
 *
 * @returns revisions whose progress another worker recorded a moment ago
 */
export async function recordProgress(db: Db, revisionKeys: string[]): Promise<string[]> {
  if (revisionKeys.length === 0) return [];
  const { rows } = await sql<Row>`
    select r.key, r.pace, (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
      (select count(*) from stored_segments s where s.revision_key = r.key
        and s.rendition_id <> all(r.on_demand_ids))::int as done,
      -- the lead is in two pieces: what counts is how far each rendition goes
      coalesce((select sum(segments) from (
        select max(p.last_segment) as segments
        from pieces p cross join unnest(p.rendition_ids) as made (id)
        where p.revision_key = r.key and p.kind in ('copy', 'video', 'audio') and not p.is_extra
          and made.id <> all(r.on_demand_ids)
        group by made.id
      ) renditions), 0)::int as total
    from revisions r
    where r.key = any(${revisionKeys}) and r.state in ('processing', 'partiallyCompleted')
  `.execute(prepared(db, 'measure_progress'));
  const early: string[] = [];
  for (const { key, done, total, nowMs, ...row } of rows) {
    const last = readPace(row.pace);
    if (last && done <= last.done) continue;
    if (last && nowMs - last.measuredAt < MIN_BETWEEN_MS) {
      early.push(key);
      continue;
    }
    const pace = measurePace(last, done, total, nowMs);
    const percent = Math.min(99, Math.floor((100 * done) / Math.max(1, total)));
    // Progress never falls behind what another worker has counted in the meantime.
    const isBehind = sql<boolean>`coalesce((pace ->> 'done')::int, -1) < ${done}`;
    const guard = { from: ['processing', 'partiallyCompleted'], where: isBehind } as const;
    const change = {
      progress_percent: sql<number>`greatest(progress_percent, ${percent}::int)`,
      pace: JSON.stringify(pace),
    };
    await db.transaction().execute((tx) => changeRevision(tx, key, change, guard));
  }
  return early;
}
