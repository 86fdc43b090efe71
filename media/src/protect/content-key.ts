import { randomBytes } from 'node:crypto';

/** Says what renditions are encrypted with: 16 bytes each. */
export type ContentKey = { keyId: Buffer; key: Buffer };

/** Creates a new random key. */
export function createContentKey(): ContentKey {
  return { keyId: randomBytes(16), key: randomBytes(16) };
}
