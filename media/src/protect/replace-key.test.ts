import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { writeBox } from '../mp4/boxes.ts';
import { decryptSegment, encryptSegment } from './aes-128.ts';
import { replaceSegmentKey, WrongKeyError } from './replace-key.ts';

const [before, after] = [randomBytes(16), randomBytes(16)];
const segment = Buffer.concat([
  writeBox('moof', randomBytes(40)),
  writeBox('mdat', randomBytes(200_000)),
]);

test('a segment holds the same bytes under its new key, in as many bytes', () => {
  const locked = encryptSegment(before, 7, segment);
  replaceSegmentKey({ before, after }, 7, locked);
  assert.deepEqual(decryptSegment(after, 7, locked), segment);
});

test('another key than the one before never makes a segment of noise', () => {
  const locked = encryptSegment(before, 7, segment);
  // One in 256 of these ends in a right padding.
  for (let tries = 0; tries < 2000; tries += 1) {
    const wrong = { before: randomBytes(16), after };
    assert.throws(() => replaceSegmentKey(wrong, 7, Buffer.from(locked)), WrongKeyError);
  }
});
