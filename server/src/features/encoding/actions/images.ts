import type { StreamDescription } from '@kinora/contract/stream';
import type { Tx } from '../../../base/db.ts';
import { changeRevision } from '../../revisions/actions.ts';
import type { ClaimedPiece } from '../../pieces/rules/pieces.ts';
import { lockStream } from './segments.ts';
import { isOwnPiece } from '../../pieces/actions/own.ts';

/** Pictures beside the stream that are in storage now. */
export async function recordImages(
  tx: Tx,
  piece: ClaimedPiece,
  images: Partial<Pick<StreamDescription, 'coverWidths' | 'storyboard'>>,
): Promise<void> {
  const { revisionKey } = piece;
  const found = await lockStream(tx, revisionKey);
  // Of a plan that was forgotten meanwhile, its pictures lie elsewhere.
  if (!found || !(await isOwnPiece(tx, piece))) return;
  const stream = JSON.stringify({ ...found.stream, ...images });
  await changeRevision(tx, revisionKey, { stream });
}
