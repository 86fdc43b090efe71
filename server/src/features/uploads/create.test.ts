import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { TUS_PATH } from '@kinora/contract/uploads';
import { creation, metadata, startTestUploads, type TestUploads } from '../../test-uploads.ts';
import { addTestVideo, addUploadedVideo } from '../../test-owner.ts';
import { addPreparedRevision } from '../encoding/test-revisions.ts';
import { published, withWorker } from '../publishing/test-publishing.ts';
import { sourceKey } from './rules.ts';

let uploads: TestUploads;
before(async () => {
  uploads = await startTestUploads();
});
after(() => uploads.close());

const create = (headers: Record<string, string | null>, body?: Uint8Array) =>
  uploads.call('POST', { headers, ...(body ? { body } : {}) });

async function uploadsOf(videoKey: string): Promise<number> {
  const { db } = uploads.app.context;
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('video_key', '=', videoKey)
    .execute();
  return rows.length;
}

test('OPTIONS answers version, extensions, algorithms and the largest size, to anyone', async () => {
  const answer = await uploads.call('OPTIONS', { as: null, headers: { 'tus-resumable': null } });
  assert.equal(answer.status, 204);
  assert.equal(answer.headers['tus-version'], '1.0.0');
  assert.equal(
    answer.headers['tus-extension'],
    'creation,creation-with-upload,termination,checksum,expiration',
  );
  assert.equal(answer.headers['tus-checksum-algorithm'], 'sha1,sha256,md5');
  assert.equal(answer.headers['tus-max-size'], '1099511627776');
});

test('a video is known to edges as soon as its upload has begun, and not before', async () => {
  const { app, addVideo } = uploads;
  const videoKey = await addVideo(5);
  await withWorker(app.context, async () => {
    assert.equal(await published(app.context.storage, videoKey), null);
    assert.equal((await create(creation(videoKey, 5))).status, 201);
    const seen = () => published(app.context.storage, videoKey);
    await until('the document', async () => (await seen())?.state === 'notReady');
  });
});

test('a request without our version of tus is a 412 that names ours', async () => {
  for (const version of [null, '0.2.2']) {
    const { path } = await uploads.addUpload(5);
    for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE']) {
      const where = method === 'POST' ? TUS_PATH : path;
      const headers = { 'tus-resumable': version };
      const answer = await uploads.call(method, { path: where, headers });
      assert.equal(answer.status, 412, method);
      assert.equal(answer.headers['tus-version'], '1.0.0');
      assert.equal(answer.headers['tus-resumable'], '1.0.0');
      if (method !== 'HEAD') assert.equal(answer.body?.['code'], 'tus_version_unsupported');
    }
  }
});

test('a creation answers where the upload is and when it expires', async () => {
  const videoKey = await uploads.addVideo(10);
  const answer = await create(creation(videoKey, 10));
  assert.equal(answer.status, 201);
  assert.match(answer.headers['location'] ?? '', /^\/api\/upload\/v1\/tus\/videos\/\w{22}$/);
  const days = (Date.parse(answer.headers['upload-expires'] ?? '') - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days < 7.1, `${days} days`);
  assert.equal(answer.headers['tus-resumable'], '1.0.0');
});

test('a creation may bring the first part, or all of the file', async () => {
  const part = await uploads.addVideo(10);
  const first = await create(creation(part, 10), Buffer.from('01234'));
  assert.deepEqual([first.status, first.headers['upload-offset']], [201, '5']);
  const path = first.headers['location'] ?? '';
  const rest = await uploads.call('PATCH', {
    path,
    headers: { 'upload-offset': '5' },
    body: Buffer.from('56789'),
  });
  assert.equal(rest.status, 204);
  assert.equal(String(await uploads.source(part)), '0123456789');

  const whole = await uploads.addVideo(3);
  const once = await create(creation(whole, 3), Buffer.from('abc'));
  assert.deepEqual([once.status, once.headers['upload-offset']], [201, '3']);
  assert.equal(once.headers['upload-expires'], undefined);
  assert.equal(String(await uploads.source(whole)), 'abc');
});

test('a part that comes with the creation is checked like any other', async () => {
  const videoKey = await uploads.addVideo(3);
  const digest = createHash('sha1').update('other').digest('base64');
  const headers = { ...creation(videoKey, 3), 'upload-checksum': `sha1 ${digest}` };
  assert.equal((await create(headers, Buffer.from('abc'))).status, 460);
  const typed = { ...creation(videoKey, 3), 'content-type': 'text/plain' };
  const refused = await create(typed, Buffer.from('abc'));
  assert.deepEqual([refused.status, refused.body?.['code']], [415, 'unsupported_media_type']);
  const much = await create(creation(videoKey, 3), Buffer.from('abcd'));
  assert.deepEqual([much.status, much.body?.['code']], [413, 'upload_too_large']);
});

test('a length that is missing or no number is a 400 that names the header', async () => {
  const videoKey = await uploads.addVideo(10);
  for (const length of [null, '', '-1', '1e3', '0x10', '10.5', 'ten', '99999999999999999999']) {
    const answer = await create({ ...creation(videoKey, 10), 'upload-length': length });
    assert.equal(answer.status, 400, String(length));
    assert.equal(answer.body?.['code'], 'malformed_request');
    assert.equal(answer.body['errors']?.[0]?.['path'], 'Upload-Length');
  }
  const deferred = { ...creation(videoKey, 10), 'upload-length': null, 'upload-defer-length': '1' };
  const later = await create(deferred);
  assert.deepEqual([later.status, later.body?.['code']], [400, 'upload_extension_unsupported']);
  assert.equal(await uploadsOf(videoKey), 0);
});

test('a video without an announced file takes its size and name from the upload', async () => {
  const { app, admin, projectKey, call } = uploads;
  const videos = [{ title: 'ข่าวเช้า', tags: null }];
  const body = { projectKey, videos };
  const made = await app.call('POST', '/api/v1/videos', { as: admin, body });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const [{ key: videoKey }] = made.body as unknown as [{ key: string }];
  const video = async () =>
    (await app.call('GET', `/api/v1/videos/${videoKey}`, { as: admin })).body;
  const sourceOf = async () => (await video())['vod']?.['source'];
  assert.equal((await sourceOf())?.['fileName'], 'ข่าวเช้า');
  // Another file may come after one that was given up.
  assert.equal((await create(creation(videoKey, 7))).status, 201);
  const name = Buffer.from('news.mov').toString('base64');
  const headers = creation(videoKey, 5);
  headers['upload-metadata'] += `,filename ${name}`;
  const begun = await create(headers);
  assert.equal(begun.status, 201);
  const { fileName, size } = (await sourceOf()) as unknown as { fileName: string; size: number };
  assert.deepEqual([fileName, size], ['news.mov', 5]);
  const info = (await video())['uploadingInfo'];
  assert.deepEqual([info?.['totalSize'], info?.['progress']], [5, 0]);
  const path = String(begun.headers['location']);
  const whole = { path, body: Buffer.from('abcde'), headers: { 'upload-offset': '0' } };
  assert.equal((await call('PATCH', whole)).status, 204);
  assert.equal(String(await uploads.source(videoKey)), 'abcde');
});

test('a file that its upload names is found by that name, and by its title as before', async () => {
  const { app, admin, projectKey } = uploads;
  const body = { projectKey, videos: [{ title: 'ลายทาง', tags: ['savanna'] }] };
  const made = await app.call('POST', '/api/v1/videos', { as: admin, body });
  const [{ key: videoKey }] = made.body as unknown as [{ key: string }];
  const find = async (q: string) => {
    const query = new URLSearchParams({ projectKey, q });
    const found = await app.call('GET', `/api/v1/videos?${String(query)}`, { as: admin });
    assert.equal(found.status, 200, JSON.stringify(found.body));
    return (found.body['data'] as unknown as { key: string }[]).map(({ key }) => key);
  };
  const name = async (filename: string) => {
    const headers = { 'upload-length': '5', 'upload-metadata': metadata({ videoKey, filename }) };
    assert.equal((await create(headers)).status, 201);
  };
  assert.deepEqual(await find('zebrafish'), []);
  await name('zebrafish.mp4');
  for (const word of ['zebrafish', 'ลายทาง', 'savanna']) {
    assert.deepEqual(await find(word), [videoKey], word);
  }
  // Another of the same size comes in its place.
  await name('quagga.mp4');
  assert.deepEqual([await find('quagga'), await find('zebrafish')], [[videoKey], []]);
});

test('an empty file is refused', async () => {
  const answer = await create(creation(await uploads.addVideo(10), 0));
  assert.deepEqual([answer.status, answer.body?.['code']], [422, 'validation_failed']);
  assert.equal(answer.body?.['errors']?.[0]?.['path'], 'Upload-Length');
});

test('a length other than the announced one is refused, one above the maximum as too large', async () => {
  const videoKey = await uploads.addVideo(10);
  for (const size of [9, 11]) {
    const answer = await create(creation(videoKey, size));
    assert.deepEqual([answer.status, answer.body?.['code']], [422, 'validation_failed']);
    assert.equal(answer.body?.['errors']?.[0]?.['path'], 'Upload-Length');
  }
  const huge = await create(creation(videoKey, 1_099_511_627_777));
  assert.deepEqual([huge.status, huge.body?.['code']], [413, 'upload_too_large']);
  assert.equal(await uploadsOf(videoKey), 0);
});

test('metadata that cannot be read or names no video is a 422 that names the pair', async () => {
  const key = Buffer.from(await uploads.addVideo(10)).toString('base64');
  const long = Buffer.from('x'.repeat(300)).toString('base64');
  const type = Buffer.from('text/html').toString('base64');
  const cases: [string | null, string][] = [
    [null, 'Upload-Metadata.videoKey'],
    ['', 'Upload-Metadata.videoKey'],
    ['filename YS5tcDQ=', 'Upload-Metadata.videoKey'],
    ['videoKey', 'Upload-Metadata.videoKey'],
    ['videoKey ***', 'Upload-Metadata'],
    [`videoKey ${key},videoKey ${key}`, 'Upload-Metadata'],
    [`videoKey ${key},`, 'Upload-Metadata'],
    [`videoKey ${key} more`, 'Upload-Metadata'],
    [metadata({ videoKey: 'a\u0000b' }), 'Upload-Metadata.videoKey'],
    [`videoKey ${key},filename ${long}`, 'Upload-Metadata.filename'],
    [`videoKey ${key},filetype ${type}`, 'Upload-Metadata.filetype'],
    [`videoKey ${key},other ${'A'.repeat(4096)}`, 'Upload-Metadata'],
  ];
  for (const [header, path] of cases) {
    const answer = await create({ 'upload-length': '10', 'upload-metadata': header });
    assert.equal(answer.status, 422, String(header));
    assert.equal(answer.body?.['errors']?.[0]?.['path'], path, String(header));
  }
});

test('a video that is unknown or deleted does not exist', async () => {
  for (const videoKey of ['nosuchvideo', '../../etc', 'ก', 'x'.repeat(64)]) {
    const answer = await create(creation(videoKey, 10));
    assert.deepEqual([answer.status, answer.body?.['code']], [404, 'not_found'], videoKey);
  }
  const { videoKey, path } = await uploads.addUpload(10);
  await uploads.app.call('DELETE', `/api/v1/videos/${videoKey}`, { as: uploads.admin });
  assert.equal((await create(creation(videoKey, 10))).status, 404);
  assert.equal((await uploads.call('HEAD', { path })).status, 404);
});

test('names in the metadata never reach storage', async () => {
  const videoKey = await uploads.addVideo(3);
  const values = { videoKey, filename: '../../../etc/passwd', filetype: 'video/mp4', extra: '' };
  const headers = { 'upload-length': '3', 'upload-metadata': metadata(values) };
  const answer = await create(headers, Buffer.from('abc'));
  assert.equal(answer.status, 201);
  const keys: string[] = [];
  for await (const key of uploads.app.context.storage.list('sources')) keys.push(key);
  const { db } = uploads.app.context;
  const { key: revision } = await db
    .selectFrom('revisions')
    .select('key')
    .where('video_key', '=', videoKey)
    .executeTakeFirstOrThrow();
  assert.ok(keys.includes(sourceKey(videoKey, revision)));
  assert.ok(keys.every((key) => /^sources\/\w+\/\w+$/.test(key)));
});

test('a second upload of a video that has its file is refused for good', async () => {
  const videoKey = await uploads.addVideo(3);
  await create(creation(videoKey, 3), Buffer.from('abc'));
  const again = await create(creation(videoKey, 3), Buffer.from('xyz'));
  assert.deepEqual([again.status, again.body?.['code']], [403, 'upload_finished']);
  assert.equal(String(await uploads.source(videoKey)), 'abc');
});

test('a client that lost the address starts over: the old upload and its bytes go', async () => {
  const { videoKey, path } = await uploads.addUpload(10);
  const body = Buffer.from('01234');
  await uploads.call('PATCH', { path, headers: { 'upload-offset': '0' }, body });
  const second = await create(creation(videoKey, 10));
  assert.equal(second.status, 201);
  assert.equal((await uploads.call('HEAD', { path })).status, 404);
  assert.equal(await uploadsOf(videoKey), 1);
  const { storage, db } = uploads.app.context;
  const row = await db
    .selectFrom('uploads')
    .select('storage_key')
    .where('video_key', '=', videoKey)
    .executeTakeFirstOrThrow();
  assert.equal(await storage.appendables.size(row.storage_key), null);
});

test('of two creations at once one wins, and the other gets 423', async () => {
  const videoKey = await uploads.addVideo(10);
  const answers = await Promise.all([1, 2, 3, 4].map(() => create(creation(videoKey, 10))));
  assert.ok(answers.some(({ status }) => status === 201));
  assert.ok(answers.every(({ status }) => status === 201 || status === 423));
  assert.equal(await uploadsOf(videoKey), 1);
});

test('methods that tus does not have are a 405 that names those it has', async () => {
  const { path } = await uploads.addUpload(10);
  const get = await uploads.call('GET', { path });
  assert.deepEqual([get.status, get.body?.['code']], [405, 'method_not_allowed']);
  assert.equal(get.headers['allow'], 'HEAD, PATCH, DELETE, OPTIONS');
  const put = await uploads.call('PUT', { path: TUS_PATH });
  assert.deepEqual([put.status, put.headers['allow']], [405, 'POST, OPTIONS']);
});

test('a part of a concatenation, which is not offered, is refused by name', async () => {
  const videoKey = await uploads.addVideo(3);
  for (const value of ['partial', 'final;/api/upload/v1/tus/videos/a']) {
    const headers = { ...creation(videoKey, 3), 'upload-concat': value };
    const answer = await uploads.call('POST', { headers });
    assert.equal(answer.status, 400);
    assert.equal(answer.body?.['errors']?.[0]?.['path'], 'Upload-Concat');
  }
});

test('a file for a prepared revision is taken beside the one that plays, and resumed', async () => {
  const { app } = uploads;
  const owner = { admin: uploads.admin, projectKey: uploads.projectKey };
  const own = await addUploadedVideo(app, owner, Buffer.from('01234'));
  const { teamId } = await app.context.db
    .selectFrom('videos')
    .select('team_id as teamId')
    .where('key', '=', own.videoKey)
    .executeTakeFirstOrThrow();
  const { revisionKey } = await addPreparedRevision(app, { teamId, ...own }, { sizeBytes: 6 });
  const begin = (names: Record<string, string>) =>
    create({ 'upload-length': '6', 'upload-metadata': metadata(names) });
  const { videoKey } = own;
  assert.equal((await begin({ videoKey })).body?.['code'], 'upload_finished');
  const begun = await begin({ videoKey, revisionKey });
  assert.equal(begun.status, 201);
  const path = String(begun.headers['location']);
  const send = (offset: number, text: string) =>
    uploads.call('PATCH', {
      path,
      headers: { 'upload-offset': String(offset) },
      body: Buffer.from(text),
    });
  assert.equal((await send(0, 'abc')).status, 204);
  assert.equal((await uploads.call('HEAD', { path })).headers['upload-offset'], '3');
  assert.equal((await send(3, 'def')).status, 204);
  const bytes = await app.context.storage.read(sourceKey(videoKey, revisionKey));
  assert.equal(bytes?.toString(), 'abcdef');
  const rows = await app.context.db
    .selectFrom('revisions')
    .select(['key', 'state', 'role'])
    .where('video_key', '=', videoKey)
    .orderBy('role')
    .execute();
  assert.deepEqual(rows, [
    { key: own.revisionKey, state: 'sourceIngression', role: 'current' },
    { key: revisionKey, state: 'sourceIngression', role: 'preparing' },
  ]);
  assert.equal((await begin({ videoKey, revisionKey })).body?.['code'], 'upload_finished');
});

test('a file is taken for no revision that was replaced, nor for one of another video', async () => {
  const { app, addVideo } = uploads;
  const owner = { admin: uploads.admin, projectKey: uploads.projectKey };
  const [first, other] = [await addTestVideo(app, owner), await addVideo(10)];
  const begin = (videoKey: string, revisionKey: string) =>
    create({ 'upload-length': '10', 'upload-metadata': metadata({ videoKey, revisionKey }) });
  assert.equal((await begin(other, first.revisionKey)).status, 404);
  assert.equal((await begin(first.videoKey, 'none')).status, 404);
  await app.context.db
    .updateTable('revisions')
    .set({ role: 'retained' })
    .where('key', '=', first.revisionKey)
    .execute();
  assert.equal((await begin(first.videoKey, first.revisionKey)).status, 404);
});
