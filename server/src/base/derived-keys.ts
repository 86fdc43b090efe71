import { createHmac, timingSafeEqual } from 'node:crypto';

/** A key of its own for each purpose, so that one that leaks tells nothing of the others. */
export function derivedKey(secretKey: string, purpose: string): Buffer {
  return createHmac('sha256', secretKey).update(purpose).digest();
}

/** What an edge says to the API, and nobody else can: both know the installation's secret. */
export function edgeToken(secretKey: string): string {
  return derivedKey(secretKey, 'edge to api').toString('base64url');
}

/** Compares in a time that does not tell how much of it was right. */
export function isSameToken(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
