import { sql } from 'kysely';
import { lockByName, type Tx } from '../../../base/db.ts';
import { newId } from '../../../base/ids.ts';
import { MAX_REQUESTED_PIECES } from '../rules/pieces.ts';
import { isBegunForViewer, isRequested } from './claim.ts';

export type SegmentRequest = {
  videoKey: string;
  revisionKey: string;
  renditionId: string;
  /** 0 for the init segment, else from 1. */
  number: number;
};

/** Says whether a piece `p` waits at the front, or runs, for a viewer. */
const isForViewer = sql`case p.state when 'waiting' then p.is_extra or coalesce(${isRequested}, false)
  when 'running' then coalesce(${isBegunForViewer}, false) else false end`;

const isArriving = sql`(p.state = 'blocked' and p.needs_arrived is not null)`;

/** A piece of one rendition and so few segments is made whole for a viewer. */
const SHORT_SEGMENTS = 2;

type Covering = {
  id: string;
  state: 'blocked' | 'waiting' | 'running';
  teamId: string;
  encoder: string;
  isShort: boolean;
  isForViewer: boolean;
  /** up to which segment of it the source is there */
  lastSegment: number;
};

/**
 * Moves the piece that makes a segment to the front for a waiting viewer. When that piece is long, or waits
 * for more of the upload, a short one is put there instead. All requests for a segment share one piece, and
 * the pieces of a stream are bounded, so that a viewer who requests all of it leaves room for others.
 *
 * @returns false when nothing can be made: the segment is there, its bytes have not arrived, the stream has
 *   none of that number, or enough is being made
 */
export async function requestSegment(tx: Tx, request: SegmentRequest): Promise<boolean> {
  const number = Math.max(1, request.number);
  // Requests go one after the other, so that each counts the pieces of those before it.
  await lockByName(tx, `requested pieces of ${request.revisionKey}`);
  const { rows } = await sql<Covering>`
    select p.id, p.state, p.team_id as "teamId", p.encoder,
      case when ${isArriving} and r.segment_arrivals[${number + 1}] > u.arrived_bytes
        then ${number} else p.last_segment end as "lastSegment",
      (p.kind <> 'video' or (not ${isArriving} and cardinality(p.rendition_ids) = 1
        and p.last_segment - p.first_segment < ${SHORT_SEGMENTS})) as "isShort",
      ${isForViewer} as "isForViewer"
    from pieces p join revisions r on r.key = p.revision_key
    left join uploads u on u.revision_key = r.key
    where p.revision_key = ${request.revisionKey} and r.video_key = ${request.videoKey}
      and r.state in ('processing', 'partiallyCompleted', 'completed')
      and p.kind in ('copy', 'video', 'audio') and p.rendition_ids @> ${[request.renditionId]}
      and ${number} between p.first_segment and p.last_segment
      and (p.state in ('waiting', 'running') or (p.state = 'blocked' and (p.needs_arrived is null
        or (p.kind = 'video' and r.segment_arrivals[${number}] <= u.arrived_bytes))))
      and not exists (select 1 from stored_segments s where s.revision_key = p.revision_key
        and s.rendition_id = ${request.renditionId} and s.number = ${request.number})
    order by p.is_extra desc, p.last_segment - p.first_segment
    for update of p
  `.execute(tx);
  const short = rows.find(({ isShort }) => isShort);
  if (short?.state === 'running') return true;
  const [long] = rows;
  if (!long) return false;
  const isCounted = short?.isForViewer ?? false;
  if (!isCounted && (await countForViewers(tx, request.revisionKey)) >= MAX_REQUESTED_PIECES)
    return false;
  if (short) {
    await moveToFront(tx, short.id);
    return true;
  }
  await sql`
    insert into pieces (id, revision_key, team_id, encoder, kind, rendition_ids, first_segment,
      last_segment, state, requested_at, is_extra, is_express, is_background, due_at, position)
    values (${newId()}, ${request.revisionKey}, ${long.teamId}, ${long.encoder}, 'video', ${[request.renditionId]},
      ${number}, ${Math.min(number + SHORT_SEGMENTS - 1, long.lastSegment)},
      'waiting', now(), true, true, false, now(), 0)
  `.execute(tx);
  return true;
}

async function moveToFront(tx: Tx, id: string): Promise<void> {
  await sql`
    update pieces set state = 'waiting', requested_at = now() where id = ${id}
  `.execute(tx);
}

async function countForViewers(tx: Tx, revisionKey: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pieces p
    where p.revision_key = ${revisionKey} and ${isForViewer}
  `.execute(tx);
  return rows[0]?.count ?? 0;
}
