import { sql } from 'kysely';
import type { Db, Tx } from '../../../base/db.ts';

/** Releases pieces that waited for bytes of an upload which have come by now. */
export async function releaseArrived(db: Db): Promise<void> {
  await sql`
    update pieces p set state = 'waiting', needs_arrived = null
    from revisions r join uploads u on u.revision_key = r.key
    where p.state = 'blocked' and p.needs_arrived is not null and r.key = p.revision_key
      and p.needs_arrived <= u.arrived_bytes
  `.execute(db);
}

/** Releases all pieces of a revision that wait for bytes: the last one has come. */
export async function releaseAll(tx: Tx, revisionKey: string): Promise<void> {
  await joinAudio(tx, revisionKey);
  await tx
    .updateTable('pieces')
    .set({ state: 'waiting', needs_arrived: null })
    .where('revision_key', '=', revisionKey)
    .where('state', '=', 'blocked')
    .where('needs_arrived', 'is not', null)
    .execute();
}

/**
 * Makes one piece of those of each audio track that still wait for bytes: each is encoded from the
 * start of the track, so that one run for all is the cheapest.
 */
async function joinAudio(tx: Tx, revisionKey: string): Promise<void> {
  await sql`
    with blocked as (
      select id, rendition_ids, first_segment, is_express from pieces
      where revision_key = ${revisionKey} and kind = 'audio' and state = 'blocked'
        and needs_arrived is not null
      for update
    ), parts as (
      select id, min(first_segment) over track as first_segment,
        row_number() over (track order by first_segment desc) = 1 as is_last
      from blocked window track as (partition by rendition_ids, is_express)
    ), joined as (
      delete from pieces p using parts where p.id = parts.id and not parts.is_last
    )
    update pieces p set first_segment = parts.first_segment
    from parts where p.id = parts.id and parts.is_last
  `.execute(tx);
}
