import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { newId } from '../../../base/ids.ts';

export type AskedSegment = {
  videoKey: string;
  revisionKey: string;
  renditionId: string;
  /** 0 for the init segment, else from 1. */
  number: number;
};

const isArriving = sql`(p.state = 'held' and p.needs_arrived is not null)`;

/** Pieces of one rendition and so few segments are made whole for whoever asks. */
const SHORT_SEGMENTS = 2;

type Covering = {
  id: string;
  state: 'held' | 'waiting' | 'running';
  teamId: string;
  isShort: boolean;
  /** up to which segment of it the source is there */
  lastSegment: number;
};

/**
 * A viewer waits for a segment: the piece that makes it goes to the front, or, when that is a long
 * one, or one that waits for more of the upload, a short one of its own is put there. However many
 * ask, one is made.
 *
 * @returns false when nothing can be made: it is there, its bytes are not, or the stream has no such
 */
export async function askForSegment(tx: Tx, asked: AskedSegment): Promise<boolean> {
  const number = Math.max(1, asked.number);
  const { rows } = await sql<Covering>`
    select p.id, p.state, p.team_id as "teamId",
      case when ${isArriving} and r.segment_arrivals[${number + 1}] > u.arrived_bytes
        then ${number} else p.last_segment end as "lastSegment",
      (p.kind <> 'video' or (not ${isArriving} and cardinality(p.rendition_ids) = 1
        and p.last_segment - p.first_segment < ${SHORT_SEGMENTS})) as "isShort"
    from pieces p join revisions r on r.key = p.revision_key
    left join uploads u on u.revision_key = r.key
    where p.revision_key = ${asked.revisionKey} and r.video_key = ${asked.videoKey}
      and r.state in ('processing', 'partiallyCompleted', 'completed')
      and p.kind in ('copy', 'video', 'audio') and p.rendition_ids @> ${[asked.renditionId]}
      and ${number} between p.first_segment and p.last_segment
      and (p.state in ('waiting', 'running') or (p.state = 'held' and (p.needs_arrived is null
        or (p.kind = 'video' and r.segment_arrivals[${number}] <= u.arrived_bytes))))
      and not exists (select 1 from stored_segments s where s.revision_key = p.revision_key
        and s.rendition_id = ${asked.renditionId} and s.number = ${asked.number})
    order by p.is_extra desc, p.last_segment - p.first_segment
    for update of p
  `.execute(tx);
  const short = rows.find(({ isShort }) => isShort);
  if (short) {
    if (short.state !== 'running') await moveToFront(tx, short.id);
    return true;
  }
  const [long] = rows;
  if (!long) return false;
  await sql`
    insert into pieces (id, revision_key, team_id, kind, rendition_ids, first_segment, last_segment,
      state, asked_at, is_extra, is_express, is_background, due_at, position)
    values (${newId()}, ${asked.revisionKey}, ${long.teamId}, 'video', ${[asked.renditionId]},
      ${number}, ${Math.min(number + SHORT_SEGMENTS - 1, long.lastSegment)},
      'waiting', now(), true, true, false, now(), 0)
  `.execute(tx);
  return true;
}

async function moveToFront(tx: Tx, id: string): Promise<void> {
  await sql`
    update pieces set state = 'waiting', asked_at = now() where id = ${id}
  `.execute(tx);
}
