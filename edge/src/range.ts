/** First and last byte, both included. */
export type ByteRange = {
  start: number;
  end: number;
};

/**
 * Reads a `Range` header for a body of `sizeBytes`. Null: send it whole, which RFC 9110 §14.2
 * allows for what we don't read: other units, several ranges, bad syntax.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | null {
  // Above 2^53 a number is rounded, which is far behind any end.
  const match = /^bytes=(\d{0,20})-(\d{0,20})$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? null : suffix(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? Infinity : Number(last);
  if (end < start) return null; // §14.1.1: the whole header is invalid
  if (start >= sizeBytes) return 'unsatisfiable';
  return { start, end: Math.min(end, sizeBytes - 1) };
}

function suffix(length: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || sizeBytes === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 };
}
