import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-keys.ts';

// AES-256-GCM, a fresh nonce each, with a key derived from the installation's.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const SEAL_BYTES = NONCE_BYTES + TAG_BYTES;

/**
 * Encrypts a secret for the database. `place` names its owner (`stream key v8Kd…`), so that a text
 * moved to another row can't be opened there.
 */
export function seal(secretKey: string, place: string, secret: Uint8Array): Buffer {
  return sealWith(deriveKey(secretKey, AT_REST), place, secret);
}

/** @throws when it was not sealed for this place, or with another key */
export function unseal(secretKey: string, place: string, sealed: Uint8Array): Buffer {
  return unsealWith(deriveKey(secretKey, AT_REST), place, sealed);
}

const AT_REST = 'secrets at rest';

/** Seals with a key of its own: one that strangers have used often must not be that of secrets. */
export function sealWith(key: Buffer, place: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** @throws when it was not sealed for this place, or with another key */
export function unsealWith(key: Buffer, place: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, SEAL_BYTES));
  const text = bytes.subarray(SEAL_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]);
}
