import { createHmac } from 'node:crypto';

/** Each purpose has a key of its own, so that one that leaks gives nothing away of the others. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return createHmac('sha256', secretKey).update(purpose).digest();
}
