import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../base/db.ts';

/** Workers of an encoder may be away for so long, while they are started again. */
const AWAY_SECONDS = 120;

/** The part of a statement that records that a worker with this encoder is alive; '' records nothing. */
export function encoderIsAlive(encoder: string): RawBuilder<unknown> {
  // Many workers have the same: one of them writes.
  return sql`encoder_is_alive as (
    insert into encoders (fingerprint) select ${encoder}::text where ${encoder}::text <> ''
    on conflict (fingerprint) do update set seen_at = now()
      where encoders.seen_at < now() - interval '10 seconds')`;
}

export async function recordEncoder(db: Db | Tx, encoder: string): Promise<void> {
  await sql`with ${encoderIsAlive(encoder)} select`.execute(db);
}

/** Lists revisions with pieces that wait for an encoder which no worker has any more. */
export async function listAbandonedRevisions(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct p.revision_key as key from pieces p
    join revisions r on r.key = p.revision_key join live_videos v on v.key = r.video_key
    where p.encoder <> '' and ${isWaiting} and ${isAway} limit ${limit}
  `.execute(db);
  return rows.map(({ key }) => key);
}

/** Says whether a revision, now that it is locked, still is one of these. */
export async function isAbandoned(tx: Tx, revisionKey: string): Promise<boolean> {
  const { rows } = await sql`
    select from pieces p
    where p.revision_key = ${revisionKey} and p.encoder <> '' and ${isWaiting} and ${isAway} limit 1
  `.execute(tx);
  return rows.length > 0;
}

const isWaiting = sql`(p.state = 'waiting' or (p.state = 'blocked' and p.needs_arrived is not null))`;
const isAway = sql`not exists (select from encoders e where e.fingerprint = p.encoder
  and e.seen_at > now() - ${AWAY_SECONDS} * interval '1 second')`;

/** Leaves the pieces that wait for their encoder to any other. */
export async function leaveToAnyEncoder(tx: Tx, revisionKey: string): Promise<void> {
  await tx
    .updateTable('pieces')
    .set({ encoder: '' })
    .where('revision_key', '=', revisionKey)
    .where('state', 'in', ['waiting', 'blocked'])
    .execute();
}
