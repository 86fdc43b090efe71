import { normaliseText } from '@kinora/contract/normalise-text';

/** Says how much of a file's beginning tells it from others. */
export const HEAD_BYTES = 1_000_000;

/** A file is known again by this after a reload. */
export type KnownFile = {
  fileName: string;
  sizeBytes: number;
  lastModified: number;
  /** Null until it was read. */
  headHash: string | null;
};

export type Mismatch = 'name' | 'size' | 'modified' | 'content';

/** Says why a file is not the one that was being uploaded, or null when it is. Names compare after NFC. */
export function findMismatch(
  known: KnownFile,
  chosen: { name: string; size: number; lastModified: number; headHash: string },
): Mismatch | null {
  if (normaliseText(known.fileName) !== normaliseText(chosen.name)) return 'name';
  if (known.sizeBytes !== chosen.size) return 'size';
  if (known.lastModified !== chosen.lastModified) return 'modified';
  return known.headHash !== null && known.headHash !== chosen.headHash ? 'content' : null;
}

/**
 * 64 bits over some bytes, as hex: two FNV-1a lanes with different seeds. It only tells a person's own files
 * apart, so it need not resist attacks; `crypto.subtle` is missing on plain HTTP.
 */
export function hashBytes(bytes: Uint8Array): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (const byte of bytes) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b);
    high ^= high >>> 13;
  }
  const hex = (lane: number) => (lane >>> 0).toString(16).padStart(8, '0');
  return hex(high) + hex(low);
}
