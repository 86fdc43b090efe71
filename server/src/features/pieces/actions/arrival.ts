import { sql } from 'kysely';
import type { Db, Tx } from '../../../base/db.ts';

/** Lets go what waited for bytes of an upload that have come by now. */
export async function releaseArrived(db: Db): Promise<void> {
  await sql`
    update pieces p set state = 'waiting', needs_arrived = null
    from revisions r join uploads u on u.revision_key = r.key
    where p.state = 'held' and p.needs_arrived is not null and r.key = p.revision_key
      and p.needs_arrived <= u.arrived_bytes
  `.execute(db);
}

/** The last byte of a revision's file has come: nothing of it waits for bytes any more. */
export async function releaseAll(tx: Tx, revisionKey: string): Promise<void> {
  await joinSound(tx, revisionKey);
  await tx
    .updateTable('pieces')
    .set({ state: 'waiting', needs_arrived: null })
    .where('revision_key', '=', revisionKey)
    .where('state', '=', 'held')
    .where('needs_arrived', 'is not', null)
    .execute();
}

/**
 * Makes one piece of the parts of each sound that still wait for bytes: each is encoded from the start
 * of the sound, so that one run for all is the cheapest.
 */
async function joinSound(tx: Tx, revisionKey: string): Promise<void> {
  await sql`
    with held as (
      select id, rendition_ids, first_segment, is_express from pieces
      where revision_key = ${revisionKey} and kind = 'audio' and state = 'held'
        and needs_arrived is not null
      for update
    ), parts as (
      select id, min(first_segment) over sound as first_segment,
        row_number() over (sound order by first_segment desc) = 1 as is_last
      from held window sound as (partition by rendition_ids, is_express)
    ), joined as (
      delete from pieces p using parts where p.id = parts.id and not parts.is_last
    )
    update pieces p set first_segment = parts.first_segment
    from parts where p.id = parts.id and parts.is_last
  `.execute(tx);
}
