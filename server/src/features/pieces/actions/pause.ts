import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import type { ClaimedPiece } from '../rules/pieces.ts';
import { announceWork } from './announce.ts';
import type { PieceFailure } from './end.ts';

// A paused piece belongs to no worker: it returns when its lease runs out or when it is woken.

/**
 * Pauses a piece that lacks something other than its bytes; with 0 seconds another worker may take it at once.
 */
export async function pausePiece(tx: Tx, piece: ClaimedPiece, seconds: number): Promise<void> {
  await sql`
    update pieces set worker_id = null,
      state = case when ${seconds} > 0 then 'running' else 'waiting' end,
      leased_until = case when ${seconds} > 0 then now() + ${seconds} * interval '1 second' end
    where id = ${piece.id} and attempt = ${piece.attempt} and state = 'running'
  `.execute(tx);
}

/** Lets the pieces of a revision that pause go on; that they paused is no attempt. */
export async function wakePaused(tx: Tx, revisionKey: string): Promise<void> {
  await sql`
    update pieces set state = 'waiting', attempt = 0, leased_until = null
    where revision_key = ${revisionKey} and state = 'running' and worker_id is null
  `.execute(tx);
}

/** Ends the pieces of a revision that wait or pause for what will not come. */
export async function failWaiting(
  tx: Tx,
  revisionKey: string,
  { reason, detail }: PieceFailure,
): Promise<void> {
  await sql`
    update pieces set state = 'failed', leased_until = null,
      failure_reason = ${reason}, failure_detail = ${detail}
    where revision_key = ${revisionKey} and kind in ('copy', 'video', 'audio')
      and (state = 'waiting' or (state = 'running' and worker_id is null))
  `.execute(tx);
  await announceWork(tx, revisionKey);
}
