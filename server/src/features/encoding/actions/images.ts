import type { Tx } from '../../../base/db.ts';
import { changeRevision } from '../../revisions/actions.ts';
import type { Images } from '../../revisions/rules/stream-parts.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { lockStream } from './segments.ts';
import { isOwnPiece } from '../../pieces/actions/own.ts';

/** The newly stored pictures of a stream. */
export async function recordImages(
  tx: Tx,
  piece: ClaimedPiece,
  images: Partial<Images>,
): Promise<void> {
  const { revisionKey } = piece;
  const found = await lockStream(tx, revisionKey);
  // The pictures of a plan that was discarded in the meantime are stored elsewhere.
  if (!found || !(await isOwnPiece(tx, piece))) return;
  await changeRevision(tx, revisionKey, { images: { ...found.images, ...images } });
}
