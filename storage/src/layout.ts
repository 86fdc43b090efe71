import { StorageError } from './errors.ts';

/**
 * The ranges of an object in the order in which its bytes are appended: from `start` up to, and
 * without, `end`. Every byte of the object is in exactly one.
 */
export type Layout = readonly { start: number; end: number }[];

/**
 * Returns the bytes of the whole object; throws `bad_range` when the ranges overlap, leave a hole
 * or are empty.
 */
export function getLayoutSize(layout: Layout): number {
  let size = 0;
  for (const { start, end } of layout.toSorted((one, other) => one.start - other.start)) {
    if (start !== size || !Number.isSafeInteger(end) || end <= start) {
      throw new StorageError('bad_range', `Not a layout: ${start}-${end} behind ${size}`);
    }
    size = end;
  }
  return size;
}

/** Lists the places in the object of `length` bytes from `offset` of the append order, in that order. */
export function listPlaces(
  layout: Layout,
  offset: number,
  length: number,
): { position: number; length: number }[] {
  const places = [];
  const until = offset + length;
  let before = 0;
  for (const { start, end } of layout) {
    const after = before + end - start;
    const from = Math.max(offset, before);
    const to = Math.min(until, after);
    if (from < to) places.push({ position: start + from - before, length: to - from });
    before = after;
  }
  return places;
}
