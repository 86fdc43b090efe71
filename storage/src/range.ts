import { StorageError } from './errors.ts';

/** The inclusive first and last byte of a wish, cut to the object; `bad_range` if nothing is left. */
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

/** Refuses what is a range of no object: fractions, negative numbers, an end before the start. */
export function checkRange(key: string, { start, end }: { start: number; end?: number }): void {
  const whole = Number.isSafeInteger(start) && (end === undefined || Number.isSafeInteger(end));
  if (!whole || start < 0 || (end !== undefined && end < start)) {
    throw new StorageError('bad_range', `Not a range of ${key}: ${start}-${end ?? ''}`);
  }
}

/** Refuses what is a size of no appendable. */
export function checkOffset(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new StorageError('bad_offset', `Not a size in bytes: ${size}`);
  }
}
