import { type Cipheriv, createCipheriv, createDecipheriv, type Decipheriv } from 'node:crypto';

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

/** Node's ciphers answer with new memory each time: pieces of this size come from what they gave back. */
const PIECE_BYTES = 64 * 1024;

/**
 * Encrypts a whole segment with another key, in place: same bytes, same length. Its padding is left where it
 * is. What fails half-way has spoilt the bytes.
 *
 * @param check is given the segment in the clear; throws where that is none
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
  updateInPlace(decipher, bytes);
  decipher.final();
  const padding = bytes.at(-1) ?? 0;
  const isPadded = padding >= 1 && padding <= 16 && padding <= bytes.length;
  if (!isPadded || bytes.subarray(-padding).some((byte) => byte !== padding))
    throw new Error('the padding does not match');
  check(bytes.subarray(0, -padding));
  updateInPlace(createCipheriv('aes-128-cbc', after, iv).setAutoPadding(false), bytes);
}

/** Ciphers of blocks, without padding: as many bytes come as go in, but for what is no whole block. */
function updateInPlace(cipher: Cipheriv | Decipheriv, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    cipher.update(bytes.subarray(at, at + PIECE_BYTES)).copy(bytes, at);
}

function toIv(sequenceNumber: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequenceNumber), 8);
  return iv;
}
