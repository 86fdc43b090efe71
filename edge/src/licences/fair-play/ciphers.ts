import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  randomFillSync,
} from 'node:crypto';

// Node takes several times as long to look at a key that comes as bytes. Without padding, `update`
// gives all that whole blocks become.

/** AES-128 in CBC mode over whole blocks. */
export function decryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Buffer {
  const cipher = createDecipheriv('aes-128-cbc', createSecretKey(key), iv);
  return cipher.setAutoPadding(false).update(blocks);
}

export function encryptBlocks(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-128-cbc', createSecretKey(key), iv);
  return cipher.setAutoPadding(false).update(blocks);
}

/** AES-128 of one block alone. */
export function encryptBlock(key: Uint8Array, block: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-128-ecb', createSecretKey(key), null);
  return cipher.setAutoPadding(false).update(block);
}

/** The first 16 bytes of a SHA-1, which are a key or a block. */
export function hashToBlock(bytes: Uint8Array): Buffer {
  return hash('sha1', bytes, 'buffer').subarray(0, 16);
}

// A call for random bytes costs the same for sixteen as for hundreds. None is given twice.
const drawn = Buffer.alloc(2048);
let drawnAt = drawn.length;

/** Random bytes, at most 16. */
export function drawBytes(count: number): Buffer {
  if (drawnAt + count > drawn.length) {
    randomFillSync(drawn);
    drawnAt = 0;
  }
  drawnAt += count;
  return Buffer.from(drawn.subarray(drawnAt - count, drawnAt));
}
