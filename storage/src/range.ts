import { StorageError } from './errors.ts';

/**
 * Returns the inclusive first and last byte of a requested range, cut to the object; throws
 * `bad_range` if nothing is left.
 */
export function resolveRange(
  key: string,
  sizeBytes: number,
  range: { start: number; end?: number } | undefined,
): { start: number; end: number } {
  const last = sizeBytes - 1;
  if (!range) return { start: 0, end: last };
  checkRange(key, range);
  if (range.start > last) {
    throw new StorageError('bad_range', `${key} has only ${sizeBytes} bytes`);
  }
  return { start: range.start, end: Math.min(range.end ?? last, last) };
}

/** Refuses ranges that no object has: fractions, negative numbers, an end before the start. */
export function checkRange(key: string, { start, end }: { start: number; end?: number }): void {
  const isWhole = Number.isSafeInteger(start) && (end === undefined || Number.isSafeInteger(end));
  if (!isWhole || start < 0 || (end !== undefined && end < start)) {
    throw new StorageError('bad_range', `Not a range of ${key}: ${start}-${end ?? ''}`);
  }
}

/** Refuses sizes that no appendable has. */
export function checkOffset(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new StorageError('bad_offset', `Not a size in bytes: ${size}`);
  }
}
