import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../base/db.ts';
import type { ClaimedPiece } from '../rules/pieces.ts';

/** Says whether a row of `pieces` is this run's, and no later one's. */
export function isOwn({ id, attempt }: Pick<ClaimedPiece, 'id' | 'attempt'>): RawBuilder<boolean> {
  return sql<boolean>`id = ${id} and attempt = ${attempt} and state = 'running'`;
}

/** Says whether a piece is this run's, and locks it so until the transaction ends. */
export async function isOwnPiece(
  tx: Tx,
  piece: Pick<ClaimedPiece, 'id' | 'attempt'>,
): Promise<boolean> {
  const { rows } = await sql`select from pieces where ${isOwn(piece)} for update`.execute(tx);
  return rows.length > 0;
}
