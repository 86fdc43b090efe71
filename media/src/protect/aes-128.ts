import { createCipheriv, createDecipheriv } from 'node:crypto';

/** Where the 16 bytes of a classic stream's key come from, and where its players ask for them. */
export type KeySource = {
  /** The same content, tech and definition always give the same key. */
  keyFor: (request: {
    contentId: string;
    tech: 'aes128';
    definition: string;
  }) => Promise<{ key: Buffer; uri: string }>;
};

/**
 * A whole segment encrypted by AES-128 in CBC mode with PKCS7 padding. RFC 8216 §5.2: without an IV
 * attribute the IV is the media sequence number, big-endian in 16 bytes. The init segment stays clear:
 * its EXT-X-MAP stands before the EXT-X-KEY.
 * Throws RangeError when the key is not 16 bytes long.
 */
export function encryptSegment(key: Buffer, sequenceNumber: number, bytes: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key, ivOf(sequenceNumber));
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** The way back. Throws when key, number or bytes don't belong together and the padding tells. */
export function decryptSegment(key: Buffer, sequenceNumber: number, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-128-cbc', key, ivOf(sequenceNumber));
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

function ivOf(sequenceNumber: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequenceNumber), 8);
  return iv;
}
