import { drawBytes } from './ciphers.ts';

// Requests and licences of FairPlay are rows of blocks: tag (8 bytes), length of the block and of its
// value (4 each), the value, and bytes that fill the block up.

export const TAGS = {
  sessionKeyR1: 0x3d1a10b8bffac2ecn,
  sessionKeyR1Integrity: 0xb349d4809e910687n,
  antiReplaySeed: 0x89c90f12204106b2n,
  r2: 0x71b5595ac1521133n,
  assetId: 0x1bf7f53f5d5d5a1fn,
  protocolVersionUsed: 0x5d81bcbcc7f61703n,
  returnRequest: 0x19f9d4e5ab7609cbn,
  capabilities: 0x9c02af3253c07fb2n,
  mediaPlaybackState: 0xeb8efdf2b25ab3a0n,
  encryptedContentKey: 0x58b38165af0e3d5an,
  r1: 0xea74c4645d5efee9n,
  contentKeyDuration: 0x47acf6a418cd091an,
  hdcp: 0x2e52f1530d8ddb4an,
} as const;

const HEAD_BYTES = 16;
const CIPHER_BLOCK = 16;
/** A device sends some twenty. */
const MAX_BLOCKS = 128;

/** The values by their tags. Null for anything that is no row of such blocks, each once. */
export function parseBlocks(payload: Buffer): Map<bigint, Buffer> | null {
  const blocks = new Map<bigint, Buffer>();
  for (let at = 0; at < payload.length;) {
    if (payload.length - at < HEAD_BYTES || blocks.size === MAX_BLOCKS) return null;
    const tag = payload.readBigUInt64BE(at);
    const blockBytes = payload.readUInt32BE(at + 8);
    const valueBytes = payload.readUInt32BE(at + 12);
    at += HEAD_BYTES;
    if (valueBytes > blockBytes || blockBytes > payload.length - at) return null;
    if (blocks.has(tag)) return null;
    blocks.set(tag, payload.subarray(at, at + valueBytes));
    at += blockBytes;
  }
  return blocks;
}

/** Writes a block padded to the cipher's block size, as the encrypted row needs it. */
export function writeBlock(tag: bigint, value: Buffer): Buffer {
  const fillBytes = (CIPHER_BLOCK - (value.length % CIPHER_BLOCK)) % CIPHER_BLOCK;
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeBigUInt64BE(tag, 0);
  head.writeUInt32BE(value.length + fillBytes, 8);
  head.writeUInt32BE(value.length, 12);
  return Buffer.concat([head, value, drawBytes(fillBytes)]);
}
