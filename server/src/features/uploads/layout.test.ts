import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { metadata, startTestUploads, type TestUploads } from '../../test-uploads.ts';

let uploads: TestUploads;
before(async () => {
  uploads = await startTestUploads();
});
after(() => uploads.close());

const file = randomBytes(1_000_000);
/** As the console sends a camera's file: head, index, media. */
const ranges = [
  [0, 32],
  [900_000, 1_000_000],
  [32, 900_000],
] as const;
const layout = ranges.map(([start, end]) => `${start}-${end}`).join();
const sent = Buffer.concat(ranges.map(([start, end]) => file.subarray(start, end)));

const create = (videoKey: string, length: number, text: string) =>
  uploads.call('POST', {
    headers: {
      'upload-length': String(length),
      'upload-metadata': metadata({ videoKey, layout: text }),
    },
  });

const patch = (path: string, offset: number, body: Uint8Array, headers = {}) =>
  uploads.call('PATCH', { path, body, headers: { 'upload-offset': String(offset), ...headers } });

const offsetOf = async (path: string) =>
  Number((await uploads.call('HEAD', { path })).headers['upload-offset']);

async function begin(): Promise<{ videoKey: string; path: string }> {
  const videoKey = await uploads.addVideo(file.length);
  const created = await create(videoKey, file.length, layout);
  assert.equal(created.status, 201);
  return { videoKey, path: created.headers['location'] ?? '' };
}

test('OPTIONS and a creation say that a layout is understood, beside the extensions of tus', async () => {
  const options = await uploads.call('OPTIONS', { as: null });
  assert.equal(options.headers['kinora-upload-layout'], '1');
  assert.doesNotMatch(options.headers['tus-extension'] ?? '', /layout/);
  const created = await create(await uploads.addVideo(file.length), file.length, layout);
  assert.equal(created.headers['kinora-upload-layout'], '1');
});

test('a file that is sent in another order is stored byte for byte as it was', async () => {
  const { videoKey, path } = await begin();
  const ends = [10, 32, 33, 100_031, 100_032, 500_000, file.length];
  let offset = 0;
  for (const end of ends) {
    const answer = await patch(path, offset, sent.subarray(offset, end));
    assert.deepEqual([answer.status, answer.headers['upload-offset']], [204, String(end)]);
    offset = end;
  }
  assert.ok((await uploads.source(videoKey))?.equals(file));
});

test('HEAD gives the layout back with the metadata, for a client that lost it', async () => {
  const { path } = await begin();
  const head = await uploads.call('HEAD', { path });
  const [, given = ''] = /layout ([^,]+)/.exec(head.headers['upload-metadata'] ?? '') ?? [];
  assert.equal(Buffer.from(given, 'base64').toString(), layout);
});

test('with a layout a cut keeps the bytes that came, and a wrong checksum takes them back', async () => {
  const { videoKey, path } = await begin();
  const octets = { 'content-type': 'application/offset+octet-stream' };
  const headers = { 'upload-offset': '0', 'content-length': String(file.length), ...octets };
  const cut = uploads.open('PATCH', { path, headers });
  await cut.write(sent.subarray(0, 300_000));
  cut.socket.end();
  await until('what was sent', async () => (await offsetOf(path)) === 300_000);
  const digest = createHash('sha1').update('other').digest('base64');
  const wrong = await patch(path, 300_000, randomBytes(50_000), {
    'upload-checksum': `sha1 ${digest}`,
  });
  assert.equal(wrong.status, 460);
  assert.equal(await offsetOf(path), 300_000);
  assert.equal((await patch(path, 300_000, sent.subarray(300_000))).status, 204);
  assert.ok((await uploads.source(videoKey))?.equals(file));
});

test('where bytes were lost behind our back, an upload with a layout starts over', async () => {
  const { videoKey, path } = await begin();
  await patch(path, 0, sent.subarray(0, 5000));
  const { db, storage } = uploads.app.context;
  const row = await db
    .selectFrom('uploads')
    .select('storage_key')
    .where('video_key', '=', videoKey)
    .executeTakeFirstOrThrow();
  await storage.appendables.remove(row.storage_key);
  assert.equal((await patch(path, 5000, sent.subarray(5000))).status, 409);
  assert.equal(await offsetOf(path), 0);
  assert.equal((await patch(path, 0, sent)).status, 204);
  assert.ok((await uploads.source(videoKey))?.equals(file));
});

test('ranges that do not cover the file once are a 422 that names the layout', async () => {
  const videoKey = await uploads.addVideo(100);
  for (const text of ['0-99', '0-50,40-100', '1-100', 'all', '0-100,', '0-50,50-50,50-100']) {
    const answer = await create(videoKey, 100, text);
    assert.equal(answer.status, 422, text);
    assert.equal(answer.body?.['code'], 'validation_failed');
    assert.equal(answer.body['errors']?.[0]?.['path'], 'Upload-Metadata.layout');
  }
});
