import { sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import { newId } from '../../../base/ids.ts';
import { dueAfterMs, isEncoded, isExpress, type NewPiece } from '../rules/pieces.ts';

/** Queues pieces in the order given; `from` is the place of the first one. */
export async function addPieces(
  tx: Tx,
  revision: { revisionKey: string; teamId: string; durationMs: number; encoder?: string },
  pieces: readonly NewPiece[],
  from = 0,
): Promise<void> {
  const { durationMs } = revision;
  // A statement takes 65,535 values: a day of video in pieces is more.
  for (let first = 0; first < pieces.length; first += 1000) {
    const rows = pieces.slice(first, first + 1000).map((piece, n) => {
      const position = from + first + n;
      const isBlocked = piece.when === 'whenRequested' || typeof piece.needsArrived === 'number';
      return {
        id: newId(),
        revision_key: revision.revisionKey,
        team_id: revision.teamId,
        kind: piece.kind,
        encoder: isEncoded(piece.kind) ? (revision.encoder ?? '') : '',
        rendition_ids: piece.renditionIds,
        first_segment: piece.firstSegment,
        last_segment: piece.lastSegment,
        state: isBlocked ? ('blocked' as const) : ('waiting' as const),
        is_express: isExpress(piece, position, durationMs),
        is_background: piece.when === 'whenIdle',
        due_at: sql<Date>`now() + ${dueAfterMs(durationMs, piece.kind)} * interval '1 millisecond'`,
        position,
        needs_arrived: piece.needsArrived ?? null,
      };
    });
    await tx.insertInto('pieces').values(rows).execute();
  }
}
