import { createCipheriv, createDecipheriv } from 'node:crypto';

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

function toIv(sequenceNumber: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequenceNumber), 8);
  return iv;
}
