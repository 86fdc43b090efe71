import { MAX_LAYOUT_RANGES, type UploadLayout } from '@kinora/contract/uploads';

/**
 * The layout that a client names for a file of `sizeBytes`; null when it is none: another spelling,
 * too many ranges, a hole, an overlap.
 */
export function readLayout(text: string, sizeBytes: number): UploadLayout | null {
  const ranges = text.split(',').map(readRange);
  const layout = ranges.filter((range) => range !== null);
  if (layout.length < ranges.length || layout.length > MAX_LAYOUT_RANGES) return null;
  let covered = 0;
  for (const { start, end } of layout.toSorted((one, other) => one.start - other.start)) {
    if (start !== covered || end <= start) return null;
    covered = end;
  }
  return covered === sizeBytes ? layout : null;
}

function readRange(text: string) {
  const match = /^(0|[1-9]\d{0,14})-([1-9]\d{0,14})$/.exec(text);
  return match ? { start: Number(match[1]), end: Number(match[2]) } : null;
}

/** As `readLayout`, for the text of an upload's row. @throws Error when it makes no sense */
export function storedLayout(upload: {
  layout: string | null;
  sizeBytes: number;
}): UploadLayout | null {
  if (upload.layout === null) return null;
  const layout = readLayout(upload.layout, upload.sizeBytes);
  if (!layout) throw new Error(`Not a layout of ${upload.sizeBytes} bytes: ${upload.layout}`);
  return layout;
}

/** The missing bytes of a file, as ranges of it in no particular order. */
function listMissing(
  layout: UploadLayout | null,
  arrivedBytes: number,
): { start: number; end: number }[] {
  const ranges = layout ?? [{ start: 0, end: Infinity }];
  let left = arrivedBytes;
  return ranges.flatMap(({ start, end }) => {
    const here = Math.min(left, end - start);
    left -= here;
    return start + here < end ? [{ start: start + here, end }] : [];
  });
}

/**
 * Finds the first byte at or behind `from` that is missing when `arrivedBytes` have arrived in the
 * order of `layout` (null: from the beginning); Infinity when all are there.
 */
export function arrivedUpTo(layout: UploadLayout | null, arrivedBytes: number, from = 0): number {
  const behind = listMissing(layout, arrivedBytes).filter(({ end }) => end > from);
  return Math.min(Infinity, ...behind.map(({ start }) => Math.max(start, from)));
}

const MIB = 1024 * 1024;
const USUAL_MARKS = [MIB, 8 * MIB, 64 * MIB];

/**
 * The numbers of bytes after which it is worth to probe a file that is still arriving, at most three. A
 * client that sends the index first says with its layout where the index ends: before the largest
 * range, which has the media.
 */
export function listHeadMarks(layout: UploadLayout | null): number[] {
  if (!layout || layout.length < 2) return USUAL_MARKS;
  let before = 0;
  let head = { end: 0, mediaBytes: 0 };
  for (const { start, end } of layout) {
    if (end - start > head.mediaBytes) head = { end: before, mediaBytes: end - start };
    before += end - start;
  }
  const later = USUAL_MARKS.filter((mark) => mark > head.end);
  return [head.end, ...later].filter((mark) => mark > 0).slice(0, USUAL_MARKS.length);
}
