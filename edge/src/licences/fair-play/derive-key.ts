import { encryptBlock, hashToBlock } from './ciphers.ts';

const PADDED_BYTES = 64;
const HALF_WORDS = 7;
const ROUNDS = 16;
const PRIME = 813_416_437;

/** FairPlay's D function: the application secret key, made another for each request by its R2. */
export function deriveSessionKey(ask: Uint8Array, r2: Buffer): Buffer {
  return encryptBlock(ask, hashR2(r2));
}

/** R2 has 1 to 55 bytes. The result of mixing its words is appended to them, and both are hashed. */
export function hashR2(r2: Buffer): Buffer {
  const padded = Buffer.alloc(PADDED_BYTES);
  r2.copy(padded);
  padded[r2.length] = 0x80;
  const halves = [foldWords(padded, 0), foldWords(padded, HALF_WORDS)];
  halves.forEach((half, n) => padded.writeUInt32LE(half, (2 * HALF_WORDS + n) * 4));
  return hashToBlock(padded);
}

/** The sum of seven words, taken through as many rounds as the function has. */
function foldWords(padded: Buffer, from: number): number {
  let word = 0;
  for (let n = from; n < from + HALF_WORDS; n += 1)
    word = (word + padded.readUInt32BE(4 * n)) >>> 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const isOdd = (word & 1) === 1;
    word = isOdd ? word >>> 1 : ((3 * word + 1) >>> 0) % PRIME;
  }
  return word;
}
