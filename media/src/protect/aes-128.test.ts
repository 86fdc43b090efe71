import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decryptSegment, encryptSegment } from './aes-128.ts';

const key = randomBytes(16);

test('openssl decrypts a segment with its sequence number as IV', () => {
  const clear = randomBytes(100_001);
  const iv = '0000000000000000000000000000012c';
  const args = ['enc', '-d', '-aes-128-cbc', '-K', key.toString('hex'), '-iv', iv];
  const opened = execFileSync('openssl', args, { input: encryptSegment(key, 300, clear) });
  assert(opened.equals(clear));
});

test('an encrypted segment is padded to the next whole block, also when it is whole', () => {
  for (const [length, padded] of [
    [0, 16],
    [15, 16],
    [16, 32],
    [17, 32],
  ] as const)
    assert.equal(encryptSegment(key, 1, Buffer.alloc(length)).length, padded);
});

test('decrypting gives the segment back, and with another number it does not', () => {
  const clear = randomBytes(1000);
  const locked = encryptSegment(key, 7, clear);
  assert(decryptSegment(key, 7, locked).equals(clear));
  assert(!decryptSegment(key, 8, locked).equals(clear));
});

test('a key of another length is refused', () => {
  assert.throws(() => encryptSegment(randomBytes(32), 1, Buffer.alloc(5)), RangeError);
});
