import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { readChecksum, readCount, readMetadata } from './headers.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const refused = (code: string, path: string) => (error: unknown) =>
  error instanceof AppError && error.code === code && error.data.fields?.[0]?.path === path;

test('a count is digits alone, as far as a number is exact', () => {
  assert.equal(readCount('Upload-Offset', '0'), 0);
  assert.equal(readCount('Upload-Offset', '9007199254740991'), 2 ** 53 - 1);
  for (const text of [null, '', ' 1', '+1', '-0', '1.0', '1e3', '0b1', '٣', '9007199254740992']) {
    const wrong = refused('malformed_request', 'Upload-Offset');
    assert.throws(() => readCount('Upload-Offset', text), wrong, String(text));
  }
});

test('a checksum is an algorithm of ours and a digest of its length', () => {
  for (const algorithm of ['sha1', 'sha256', 'md5'] as const) {
    const digest = createHash(algorithm).update('abc').digest();
    const read = readChecksum(`${algorithm} ${digest.toString('base64')}`);
    assert.deepEqual(read, { algorithm, digest });
  }
  assert.equal(readChecksum(null), null);
  const digest = createHash('sha1').update('abc').digest('base64');
  for (const text of [
    `SHA1 ${digest}`,
    `sha1  ${digest}`,
    `sha1 ${digest.slice(0, -1)}`,
    'crc32 AA==',
  ]) {
    const wrong = refused('malformed_request', 'Upload-Checksum');
    assert.throws(() => readChecksum(text), wrong, text);
  }
});

test('metadata is read by name, in any language, and unknown names are let be', () => {
  const header = `filename ${base64('วิดีโอ.mp4')},filetype ${base64('video/mp4')},x,videoKey ${base64('k')}`;
  assert.deepEqual(readMetadata(header), {
    filename: 'วิดีโอ.mp4',
    filetype: 'video/mp4',
    videoKey: 'k',
  });
});

test('metadata with an empty value counts as without it', () => {
  const read = readMetadata(`videoKey ${base64('k')},filetype ,filename`);
  assert.deepEqual(read, { videoKey: 'k' });
});

test('metadata whose names could mean something to JavaScript mean nothing', () => {
  const header = `__proto__ ${base64('x')},constructor ${base64('y')},videoKey ${base64('k')}`;
  assert.deepEqual(readMetadata(header), { videoKey: 'k' });
});
