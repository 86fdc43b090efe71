import { sql } from 'kysely';
import type { Db, Tx } from '../../../base/db.ts';
import { prepared } from '../../../base/prepared.ts';
import { LEASE_MS } from '../rules/pieces.ts';
import { backOf, isRequested } from './claim.ts';
import { encoderIsAlive } from './encoders.ts';

export type Heartbeat = {
  id: string;
  /** The machine's, for people. */
  name?: string;
  slots: number;
  pieceIds: string[];
  encoder?: string;
  isCaged?: boolean;
};

export type Heard = {
  /** Ids of the pieces that are still the worker's own, and of videos that were not deleted. */
  own: Set<string>;
  /** Pieces wait, though maybe not for this worker. */
  isAnyWaiting: boolean;
  isAnyRunning: boolean;
};

const lease = sql`${sql.lit(LEASE_MS)} * interval '1 millisecond'`;

/**
 * Records a worker's heartbeat. A running piece belongs to its worker as long as that has heartbeats, so one
 * row is written however many pieces run. The first live worker also returns pieces of silent workers, and
 * removes shortcuts of viewers who have left.
 *
 * @returns ids of the pieces that are still its own, and of videos that were not deleted
 */
export async function recordHeartbeat(db: Db, worker: Heartbeat): Promise<Heard> {
  const { id, slots, pieceIds, encoder = '', isCaged = true, name = '' } = worker;
  const { rows } = await sql<{ own: string[]; isAnyWaiting: boolean; isAnyRunning: boolean }>`
    with own as materialized (
      select p.id, p.revision_key, p.worker_id = ${id} and p.state = 'running' as is_own
      from pieces p where p.id = any(${pieceIds}::uuid[])
    ), alive as (
      insert into workers (id, name, slots, busy, is_caged)
      values (${id}, ${name}, ${slots}, ${pieceIds.length}, ${isCaged})
      on conflict (id) do update set busy = excluded.busy, slots = excluded.slots,
        is_caged = excluded.is_caged, seen_at = now()
    ), ${encoderIsAlive(encoder)}, lapsed as (
      update pieces p set worker_id = null, leased_until = null, state = ${backOf}
      where id in (select p.id from pieces p left join workers w on w.id = p.worker_id
        where (select ${isFirst(id)}) and p.state = 'running' and ${isLapsed(id)}
        for update of p skip locked)
    ), unwanted as (
      delete from pieces where id in (select p.id from pieces p
        where (select ${isFirst(id)}) and p.is_extra and p.state = 'waiting' and not ${isRequested}
        for update skip locked)
    )
    select
      array(select own.id from own
        join revisions r on r.key = own.revision_key join live_videos v on v.key = r.video_key
        where own.is_own) as own,
      exists (select from pieces where state = 'waiting' and not is_extra)
        or exists (select from pieces where state = 'waiting' and is_extra) as "isAnyWaiting",
      exists (select from pieces where state = 'running') as "isAnyRunning"
  `.execute(prepared(db, 'record_heartbeat'));
  const { own = [], isAnyWaiting = false, isAnyRunning = false } = rows[0] ?? {};
  return { own: new Set(own), isAnyWaiting, isAnyRunning };
}

/** Says whether no other worker that is alive comes before this one: one looks for all. */
const isFirst = (id: string) => sql`not exists (
  select from workers w where w.id < ${id} and w.seen_at > now() - ${lease})`;

/**
 * Says whether a running piece `p` of a worker `w` goes back. A piece that pauses after a fault has a lease
 * of its own; one without goes back with its worker.
 */
const isLapsed = (
  id: string,
) => sql`case when p.leased_until is not null then p.leased_until < now()
  else p.worker_id <> ${id} and p.started_at < now() - ${lease}
    and coalesce(w.seen_at < now() - ${lease}, true) end`;

/** Removes workers that ended without a word; their pieces go back. */
export async function forgetSilentWorkers(tx: Tx): Promise<void> {
  await sql`delete from workers where seen_at < now() - interval '1 minute'`.execute(tx);
}

export async function forgetWorker(db: Db, id: string): Promise<void> {
  await sql`delete from workers where id = ${id}`.execute(db);
}
