import { sql } from 'kysely';
import type { OutputProgress } from '@kinora/contract/jobs';
import type { Db } from '../../../base/db.ts';

type Row = {
  id: string;
  isCompleted: boolean;
  /** Null once its pieces are forgotten. */
  total: number | null;
  /** First and last of segments that are stored without a gap, from 1. */
  runs: [number, number][];
};

/** Says how far each output of a revision is, counted by segments, in the order of the outputs. */
export async function getOutputProgress(
  db: Db,
  { revisionKey, durationSeconds }: { revisionKey: string; durationSeconds: number | null },
): Promise<OutputProgress[]> {
  // Outputs have the ids of their last packaging (drm), segments those that they were made under.
  const { rows } = await sql<Row>`
    with planned as (
      select made.id, max(p.last_segment) as total
      from pieces p cross join unnest(p.rendition_ids) as made (id)
      where p.revision_key = ${revisionKey} and p.kind in ('copy', 'video', 'audio')
        and not p.is_extra
      group by made.id
    ), runs as (
      select rendition_id as id, min(number) as first, max(number) as last
      from (
        select rendition_id, number,
          number - row_number() over (partition by rendition_id order by number) as run
        from stored_segments where revision_key = ${revisionKey}
      ) s group by rendition_id, run
    )
    select o.rendition_id as id, o.completed_at is not null as "isCompleted", p.total,
      coalesce((select json_agg(json_build_array(r.first, r.last) order by r.first) from runs r
        where r.id = p.id), '[]') as runs
    from outputs o
    left join planned p on p.id = regexp_replace(o.rendition_id, '-p[0-9]+$', '')
    where o.revision_key = ${revisionKey} order by o.position
  `.execute(db);
  return rows.map((row) => toOutputProgress(row, durationSeconds ?? 0));
}

function toOutputProgress(row: Row, durationSeconds: number): OutputProgress {
  const total = row.total ?? 1;
  const runs: [number, number][] = row.isCompleted ? [[1, total]] : row.runs;
  const seconds = (segments: number) => Math.round((durationSeconds * segments * 10) / total) / 10;
  return {
    id: row.id,
    segmentsCompleted: runs.reduce((sum, [first, last]) => sum + last - first + 1, 0),
    segmentsTotal: total,
    made: runs.map(([first, last]) => ({
      startSeconds: seconds(first - 1),
      endSeconds: Math.min(durationSeconds, seconds(last)),
    })),
  };
}
