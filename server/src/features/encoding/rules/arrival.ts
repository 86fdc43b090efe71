import type { UploadLayout } from '@kinora/contract/uploads';
import type { PlannedPiece } from '@kinora/media/pieces';

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

/** A copy is made segment by segment while its file arrives: each as soon as its bytes are there. */
export function splitCopies(pieces: readonly PlannedPiece[]): PlannedPiece[] {
  return pieces.flatMap((piece) =>
    piece.kind === 'copy'
      ? Array.from({ length: piece.lastSegment - piece.firstSegment + 1 }, (_, n) => ({
          ...piece,
          firstSegment: piece.firstSegment + n,
          lastSegment: piece.firstSegment + n,
        }))
      : [piece],
  );
}
