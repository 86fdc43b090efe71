import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A UUID version 7 (RFC 9562 §5.7): ordered by time, so that new rows lie together in an index. */
export function newId(): string {
  return randomUUIDv7();
}

/** `length` random characters of base62, each equally likely (5.95 bits a character). */
export function newKey(length: number): string {
  let key = '';
  while (key.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 = 4 × 62: bytes above would favour the first characters.
      if (byte < 248 && key.length < length) key += BASE62.charAt(byte % 62);
    }
  }
  return key;
}

/** A bearer token of 256 random bits behind a prefix that secret scanners can find. */
export function newToken(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/** Only this hash of a token is stored. Plain SHA-256 suffices: 256 random bits can't be guessed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Ids from outside are looked at before they reach a uuid column, which would refuse the query. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
