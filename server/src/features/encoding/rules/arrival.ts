import type { UploadLayout } from '@kinora/contract/uploads';
import { type PlannedPiece, splitSound } from '@kinora/media/pieces';

/**
 * How many bytes of an upload have to have come, in the order in which they are sent, before all of
 * the file below `fileOffset` is there. `layout` null: sent from the beginning.
 */
export function arrivedNeeded(layout: UploadLayout | null, fileOffset: number): number {
  if (layout === null) return fileOffset;
  let sent = 0;
  let needed = 0;
  for (const { start, end } of layout) {
    if (start < fileOffset) needed = sent + Math.min(end, fileOffset) - start;
    sent += end - start;
  }
  return needed;
}

/**
 * The pieces of a source that is still arriving: what would wait for the last byte as a whole is cut.
 * A copy is made segment by segment, each as soon as its bytes are there, sound in parts that grow.
 */
export function splitForArrival(pieces: readonly PlannedPiece[]): PlannedPiece[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'audio') return splitSound(piece);
    return piece.kind === 'copy' ? singleSegments(piece) : [piece];
  });
}

function singleSegments(piece: PlannedPiece): PlannedPiece[] {
  const { firstSegment, lastSegment } = piece;
  return Array.from({ length: lastSegment - firstSegment + 1 }, (_, n) => ({
    ...piece,
    firstSegment: firstSegment + n,
    lastSegment: firstSegment + n,
  }));
}
