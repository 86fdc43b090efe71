import { createHmac } from 'node:crypto';

/** A key of its own for each purpose, so that one that leaks tells nothing of the others. */
export function derivedKey(secretKey: string, purpose: string): Buffer {
  return createHmac('sha256', secretKey).update(purpose).digest();
}
