import { createCipheriv, createDecipheriv } from 'node:crypto';
import { giveBack } from './give-back.ts';

/**
 * Encrypts a whole segment by AES-128 in CBC mode with PKCS7 padding. RFC 8216 §5.2: without an IV
 * attribute the IV is the media sequence number, big-endian in 16 bytes. The init segment stays
 * clear: its EXT-X-MAP stands before the EXT-X-KEY.
 * Throws RangeError when the key is not 16 bytes long.
 */
export function encryptSegment(key: Buffer, sequenceNumber: number, bytes: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key, toIv(sequenceNumber));
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** Decrypts a segment. Throws when key, number or bytes don't match and the padding shows it. */
export function decryptSegment(key: Buffer, sequenceNumber: number, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-128-cbc', key, toIv(sequenceNumber));
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

/** Two pieces of this size stay in a processor's own cache. */
const PIECE_BYTES = 64 * 1024;

/**
 * Encrypts a whole segment with another key, in place and in the same length, with its padding. A failure
 * half-way leaves the bytes unusable.
 *
 * @param check is given the first 64 KiB of the segment in the clear; throws when they don't begin one
 * @throws Error when length or padding don't match
 */
export function replaceKey(
  { before, after }: { before: Buffer; after: Buffer },
  sequenceNumber: number,
  bytes: Buffer,
  check: (clear: Buffer) => void,
): void {
  const iv = toIv(sequenceNumber);
  const decipher = createDecipheriv('aes-128-cbc', before, iv).setAutoPadding(false);
  const cipher = createCipheriv('aes-128-cbc', after, iv).setAutoPadding(false);
  let end: number[] = [];
  // Each piece is encrypted while the processor still holds it. Without padding as many bytes come as go in.
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const clear = decipher.update(bytes.subarray(at, at + PIECE_BYTES));
    if (at === 0) check(clear);
    const locked = cipher.update(clear);
    locked.copy(bytes, at);
    end = [...clear.subarray(-16)];
    giveBack(clear);
    giveBack(locked);
  }
  decipher.final();
  const padding = end.at(-1) ?? 0;
  const isPadded = padding >= 1 && padding <= 16;
  if (!isPadded || end.slice(-padding).some((byte) => byte !== padding))
    throw new Error('the padding does not match');
}

function toIv(sequenceNumber: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequenceNumber), 8);
  return iv;
}
