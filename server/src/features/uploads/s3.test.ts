import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { startTestS3, type TestS3 } from '@kinora/storage/test-s3-server';
import { metadata, startTestUploads, type TestUploads } from '../../test-uploads.ts';

let s3: TestS3;
let uploads: TestUploads;
before(async () => {
  const credentials = { accessKeyId: 'AKTEST', secretAccessKey: 'a secret for tests' };
  s3 = await startTestS3({ ...credentials, buckets: ['films'] });
  uploads = await startTestUploads({
    STORAGE_URL: `s3://films/kinora?endpoint=${encodeURIComponent(s3.url)}&region=us-east-1&pathStyle=1`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
});
after(async () => {
  await uploads.close();
  await s3.close();
});

const patch = (path: string, offset: number, body: Uint8Array, headers = {}) =>
  uploads.call('PATCH', { path, body, headers: { 'upload-offset': String(offset), ...headers } });

const offsetOf = async (path: string) =>
  Number((await uploads.call('HEAD', { path })).headers['upload-offset']);

test('with S3 behind it, parts of any size become the source', async () => {
  const file = randomBytes(20_000_000);
  const { videoKey, path } = await uploads.addUpload(file.length);
  let offset = 0;
  for (const size of [1, 9_000_000, 100, 7_999_999, 2_999_900]) {
    const answer = await patch(path, offset, file.subarray(offset, offset + size));
    offset += size;
    assert.deepEqual([answer.status, answer.headers['upload-offset']], [204, String(offset)]);
  }
  assert.ok((await uploads.source(videoKey))?.equals(file));
});

test('with S3 behind it, cuts keep the bytes that came, and checksums and sizes take them back', async () => {
  const file = randomBytes(9_000_000);
  const { videoKey, path } = await uploads.addUpload(file.length);
  const octets = { 'content-type': 'application/offset+octet-stream' };
  const headers = { 'upload-offset': '0', 'content-length': String(file.length), ...octets };
  const cut = uploads.open('PATCH', { path, headers });
  await cut.write(file.subarray(0, 8_500_000));
  cut.socket.end();
  await until('what was sent', async () => (await offsetOf(path)) > 0);
  assert.equal(await offsetOf(path), 8_500_000);
  const digest = createHash('sha1').update('other').digest('base64');
  const wrong = await patch(path, 8_500_000, file.subarray(8_500_000), {
    'upload-checksum': `sha1 ${digest}`,
  });
  assert.equal(wrong.status, 460);
  const chunked = { 'upload-offset': '8500000', 'transfer-encoding': 'chunked', ...octets };
  const much = uploads.open('PATCH', { path, headers: chunked });
  await much.write(`7a121\r\n${'x'.repeat(500_001)}\r\n0\r\n\r\n`);
  assert.equal((await much.answer).status, 413);
  assert.equal(await offsetOf(path), 8_500_000);
  assert.equal((await patch(path, 8_500_000, file.subarray(8_500_000))).status, 204);
  assert.ok((await uploads.source(videoKey))?.equals(file));
});

test('right after a cut behind a slow S3, HEAD answers an offset that PATCH can use', async () => {
  const file = randomBytes(24_000_000);
  const { videoKey, path } = await uploads.addUpload(file.length);
  const reached = Promise.withResolvers<void>();
  s3.failNext({ kind: 'slow', operation: 'UploadPart', ms: 500, reached: reached.resolve });
  const octets = { 'content-type': 'application/offset+octet-stream' };
  const headers = { 'upload-offset': '0', 'content-length': String(file.length), ...octets };
  const cut = uploads.open('PATCH', { path, headers });
  // More than the server takes while its part is on its way: it can't see the end behind it.
  cut.socket.write(file.subarray(0, 20_000_000));
  await reached.promise;
  cut.socket.destroySoon();
  const offset = await offsetOf(path);
  assert.ok(offset > 8_000_000, `at ${offset}`);
  const answer = await patch(path, offset, file.subarray(offset));
  assert.deepEqual([answer.status, answer.headers['upload-offset']], [204, String(file.length)]);
  assert.ok((await uploads.source(videoKey))?.equals(file));
});

test('an S3 that fails is a 503, and the upload goes on from the acknowledged offset', async () => {
  const { videoKey, path } = await uploads.addUpload(6);
  await patch(path, 0, Buffer.from('abc'));
  s3.failNext({ kind: 'error', operation: 'PutObject', times: 20, status: 500 });
  const failed = await patch(path, 3, Buffer.from('def'));
  s3.failNext({ kind: 'error', operation: 'PutObject', times: 0 });
  assert.deepEqual([failed.status, failed.body?.['code']], [503, 'unavailable']);
  assert.equal(await offsetOf(path), 3);
  const answer = await until('the faults to be used up', async () => {
    const tried = await patch(path, 3, Buffer.from('def'));
    return tried.status !== 503 && tried;
  });
  assert.equal(answer.status, 204);
  assert.equal(String(await uploads.source(videoKey)), 'abcdef');
});

test('DELETE leaves nothing of the upload in S3', async () => {
  const file = randomBytes(9_000_000);
  const bucket = s3.buckets.get('films');
  const names = () => [...(bucket?.objects.keys() ?? [])].filter((name) => name.includes('append'));
  const before = names();
  const { path } = await uploads.addUpload(file.length + 1);
  await patch(path, 0, file);
  assert.notDeepEqual(names(), before);
  assert.equal(bucket?.uploads.size, 1);
  assert.equal((await uploads.call('DELETE', { path })).status, 204);
  assert.deepEqual(names(), before);
  assert.equal(bucket.uploads.size, 0);
});

test('with S3 behind it, a layout is neither offered nor taken', async () => {
  const options = await uploads.call('OPTIONS', { as: null });
  assert.equal(options.headers['kinora-upload-layout'], undefined);
  const videoKey = await uploads.addVideo(100);
  const create = (values: Record<string, string>) =>
    uploads.call('POST', {
      headers: { 'upload-length': '100', 'upload-metadata': metadata(values) },
    });
  const refused = await create({ videoKey, layout: '50-100,0-50' });
  assert.deepEqual([refused.status, refused.body?.['code']], [422, 'upload_layout_unsupported']);
  const plain = await create({ videoKey });
  assert.deepEqual([plain.status, plain.headers['kinora-upload-layout']], [201, undefined]);
});
