import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { AppError } from '../../../base/errors.ts';
import { readChecksum, readCount, readMetadata, refuseExtensions } from './headers.ts';

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

test('metadata is kept with each upload, so 4096 characters are the most', () => {
  const header = (length: number) => {
    const key = `videoKey ${base64('k')},`;
    return key + 'x'.repeat(length - key.length);
  };
  assert.deepEqual(readMetadata(header(4096)), { videoKey: 'k' });
  assert.throws(() => readMetadata(header(4097)), refused('validation_failed', 'Upload-Metadata'));
});

test('metadata is refused by the pair that is missing, wrong or there twice', () => {
  const pair = `videoKey ${base64('k')}`;
  const fieldsOf = (header: string | null) => {
    try {
      return readMetadata(header);
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'validation_failed');
      return error.data.fields?.map(({ path, code, message }) => {
        assert.ok(message);
        return `${path}: ${code}`;
      });
    }
  };
  assert.deepEqual(fieldsOf(null), ['Upload-Metadata.videoKey: required']);
  assert.deepEqual(fieldsOf(`videoKey ${base64('x'.repeat(2000))}`), [
    'Upload-Metadata.videoKey: invalid_value',
  ]);
  for (const header of [`${pair},${pair}`, `${pair},`, 'videoKey a', 'videoKey aw==,a b c']) {
    assert.deepEqual(fieldsOf(header), ['Upload-Metadata: invalid_format'], header);
  }
});

test('a part of a concatenation and a length that comes later are refused, whatever they say', () => {
  assert.doesNotThrow(() => refuseExtensions(null, null));
  const wrong = { code: 'upload_extension_unsupported' };
  for (const text of ['', 'partial', '1']) {
    assert.throws(() => refuseExtensions(text, null), wrong);
    assert.throws(() => refuseExtensions(null, text), wrong);
  }
});

test('an algorithm that is not offered has another error than a digest that is none', () => {
  const codeOf = (text: string) => {
    try {
      readChecksum(text);
    } catch (error) {
      return error instanceof AppError ? error.data.fields?.[0]?.code : error;
    }
  };
  assert.equal(codeOf('crc32 AAAAAA=='), 'unknown');
  assert.equal(codeOf('sha1 AAAAAA=='), 'invalid_format');
  const digest = createHash('sha1').update('abc').digest('base64');
  assert.equal(codeOf(`sha1 ${digest} more`), 'invalid_format');
});
