import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

/** AES-128 in CBC mode over whole blocks. */
export function decryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Buffer {
  const cipher = createDecipheriv('aes-128-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}

export function encryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(blocks), cipher.final()]);
}

/** AES-128 of one block alone. */
export function encryptBlock(key: Uint8Array, block: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}

/** The first 16 bytes of a SHA-1, which are a key or a block. */
export function hashToBlock(bytes: Uint8Array): Buffer {
  return createHash('sha1').update(bytes).digest().subarray(0, 16);
}
