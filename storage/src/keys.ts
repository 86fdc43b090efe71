import { join } from 'node:path';
import { StorageError } from './errors.ts';

// An allowlist: it can't spell an encoded slash, control character, backslash or look-alike of a
// dot, so no layer behind (file system, URL, proxy) can read a key differently.
const SEGMENT = /^[A-Za-z0-9_~=+@,[\]-][A-Za-z0-9_~=+@,.[\]-]*$/;

// 255 bytes is the limit of file names, 1,024 that of S3 keys with the bucket's prefix.
const MAX_SEGMENT_LENGTH = 200;
const MAX_KEY_LENGTH = 800;

function isSegment(text: string): boolean {
  return text.length <= MAX_SEGMENT_LENGTH && SEGMENT.test(text);
}

/**
 * True when `key` may name an object: relative, `/` between segments of `A-Z a-z 0-9 _ ~ = + @ , .
 * [ ] -`, none empty, over 200 characters or with a leading dot (such names are storage's own).
 */
export function isKey(key: string): boolean {
  return typeof key === 'string' && key.length <= MAX_KEY_LENGTH && key.split('/').every(isSegment);
}

/** Returns `key`, or throws `invalid_key`. Every key of every call passes here. */
export function checkKey(key: string): string {
  if (!isKey(key)) {
    throw new StorageError(
      'invalid_key',
      `Not a storage key: ${JSON.stringify(key).slice(0, 100)}`,
    );
  }
  return key;
}

/**
 * Checks a prefix, which always means whole segments: `videos/a` and `videos/a/` both mean all keys that
 * begin with `videos/a/`, never `videos/ab`. Returns it with its slash; `''` means all.
 */
export function checkPrefix(prefix: string): string {
  if (prefix === '') return '';
  return `${checkKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix)}/`;
}

/** Converts a key to a path, nowhere else. `root` is absolute. */
export function joinKey(root: string, key: string): string {
  return join(root, ...checkKey(key).split('/'));
}
