import type { UploadLayout } from '@kinora/contract/uploads';

/**
 * Counts the bytes of an upload, in the order in which they are sent, that have to have come before
 * all of the file below `fileOffset` is there. `layout` null: sent from the beginning.
 */
export function countNeededBytes(layout: UploadLayout | null, fileOffset: number): number {
  if (layout === null) return fileOffset;
  let sent = 0;
  let needed = 0;
  for (const { start, end } of layout) {
    if (start < fileOffset) needed = sent + Math.min(end, fileOffset) - start;
    sent += end - start;
  }
  return needed;
}
