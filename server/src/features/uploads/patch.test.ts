import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { openLog } from '../../base/log.ts';
import { creation, metadata, startTestUploads, type TestUploads } from '../../test-uploads.ts';

let uploads: TestUploads;
let logged = '';
before(async () => {
  const log = openLog('test', { write: (line) => void (logged += line) }, 'text');
  uploads = await startTestUploads({}, log);
});
after(() => uploads.close());

type Headers = Record<string, string | null>;
const patch = (path: string, offset: number | string, body: Uint8Array, headers: Headers = {}) =>
  uploads.call('PATCH', { path, body, headers: { 'upload-offset': String(offset), ...headers } });

const offsetOf = async (path: string) =>
  Number((await uploads.call('HEAD', { path })).headers['upload-offset']);

/** Waits until the server has `offset`, as it does some time after a connection broke. */
async function reaches(path: string, offset: number): Promise<void> {
  await until(`offset ${offset}`, async () => (await offsetOf(path)) === offset);
}

async function encodesOf(videoKey: string): Promise<number> {
  const { db } = uploads.app.context;
  const row = await db
    .selectFrom('revisions')
    .select(['key', 'state', 'upload_completed_at'])
    .where('video_key', '=', videoKey)
    .executeTakeFirstOrThrow();
  assert.equal(row.state, row.upload_completed_at ? 'sourceIngression' : 'sourceWaiting');
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where data ->> 'revisionKey' = ${row.key}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

test('the parts of a file become its source, byte for byte', async () => {
  const file = randomBytes(300_000);
  const { videoKey, path } = await uploads.addUpload(file.length);
  const first = await patch(path, 0, file.subarray(0, 100_000));
  assert.deepEqual([first.status, first.headers['upload-offset']], [204, '100000']);
  assert.ok(Date.parse(first.headers['upload-expires'] ?? '') > Date.now());
  const second = await patch(path, 100_000, file.subarray(100_000));
  assert.deepEqual([second.status, second.headers['upload-offset']], [204, '300000']);
  assert.equal(second.headers['upload-expires'], undefined);
  assert.deepEqual(await uploads.source(videoKey), file);
  assert.match(logged, /“.+” was received \(300 kB\)\n$/);
});

test('the type of a part may have a charset, and letters of any case', async () => {
  for (const type of [
    'application/offset+octet-stream; charset=utf-8',
    'Application/Offset+Octet-Stream',
  ]) {
    const { path } = await uploads.addUpload(3);
    const answer = await patch(path, 0, Buffer.from('abc'), { 'content-type': type });
    assert.equal(answer.status, 204, type);
  }
});

test('an upload without a byte for minutes is interrupted, until the next one comes', async () => {
  const { db } = uploads.app.context;
  const { path, videoKey } = await uploads.addUpload(10);
  const told = async () => {
    const answer = await uploads.app.call('GET', `/api/v1/videos/${videoKey}`, {
      as: uploads.admin,
    });
    return answer.body['uploadingInfo']?.['isInterrupted'];
  };
  const pass = (minutes: number) =>
    sql`update uploads set expires_at = expires_at - ${minutes} * interval '1 minute'
      where video_key = ${videoKey}`.execute(db);
  await patch(path, 0, Buffer.alloc(4));
  assert.equal(await told(), false);
  await pass(4);
  assert.equal(await told(), false);
  await pass(2);
  assert.equal(await told(), true);
  // A writer is there, however long its line takes for the next byte.
  await sql`update uploads set lease_until = now() + interval '5 seconds'
    where video_key = ${videoKey}`.execute(db);
  assert.equal(await told(), false);
  await sql`update uploads set lease_until = null where video_key = ${videoKey}`.execute(db);
  await patch(path, 4, Buffer.alloc(2));
  assert.equal(await told(), false);
});

test('a finished upload queues exactly one encode', async () => {
  const { videoKey, path } = await uploads.addUpload(3);
  await patch(path, 0, Buffer.from('ab'));
  assert.equal(await encodesOf(videoKey), 0);
  await patch(path, 2, Buffer.from('c'));
  await uploads.call('HEAD', { path });
  await patch(path, 2, Buffer.from('c'));
  assert.equal(await encodesOf(videoKey), 1);
});

test('HEAD answers offset, length, metadata and expiry, and is never cached', async () => {
  const videoKey = await uploads.addVideo(10);
  const given = metadata({ videoKey, filename: 'ไฟล์.mp4' });
  const created = await uploads.call('POST', {
    headers: { ...creation(videoKey, 10), 'upload-metadata': given },
  });
  const path = created.headers['location'] ?? '';
  await patch(path, 0, Buffer.from('0123'));
  const head = await uploads.call('HEAD', { path });
  assert.equal(head.status, 200);
  assert.equal(head.headers['upload-offset'], '4');
  assert.equal(head.headers['upload-length'], '10');
  assert.equal(head.headers['upload-metadata'], given);
  assert.equal(head.headers['cache-control'], 'no-store');
  assert.ok(Date.parse(head.headers['upload-expires'] ?? '') > Date.now());
  await patch(path, 4, Buffer.from('456789'));
  const whole = await uploads.call('HEAD', { path });
  assert.deepEqual([whole.status, whole.headers['upload-offset']], [200, '10']);
});

test('another offset than the upload is at is a conflict and changes nothing', async () => {
  const { path } = await uploads.addUpload(10);
  await patch(path, 0, Buffer.from('0123'));
  for (const offset of [0, 3, 5, 10, 11]) {
    const answer = await patch(path, offset, Buffer.from('x'));
    assert.deepEqual([answer.status, answer.body?.['code']], [409, 'upload_conflict']);
  }
  assert.equal(await offsetOf(path), 4);
});

test('an offset that is missing or no number is a 400 that names the header', async () => {
  const { path } = await uploads.addUpload(10);
  for (const offset of ['', '-1', '0.5', 'zero', '1'.repeat(30)]) {
    const answer = await patch(path, offset, Buffer.from('x'));
    assert.equal(answer.status, 400, offset);
    assert.equal(answer.body?.['errors']?.[0]?.['path'], 'Upload-Offset');
  }
});

test('only bytes of the type that tus names are taken', async () => {
  const { path } = await uploads.addUpload(10);
  for (const type of [null, 'application/octet-stream', 'application/json', 'nonsense']) {
    const answer = await patch(path, 0, Buffer.from('{}'), { 'content-type': type });
    assert.deepEqual([answer.status, answer.body?.['code']], [415, 'unsupported_media_type']);
  }
  assert.equal(await offsetOf(path), 0);
});

test('more bytes than declared are refused, announced or not, and nothing stays', async () => {
  const { videoKey, path } = await uploads.addUpload(100_000);
  await patch(path, 0, Buffer.alloc(40_000, 1));
  const told = await patch(path, 40_000, Buffer.alloc(60_001, 2));
  assert.deepEqual([told.status, told.body?.['code']], [413, 'upload_too_large']);
  const headers = {
    'upload-offset': '40000',
    'content-type': 'application/offset+octet-stream',
    'transfer-encoding': 'chunked',
  };
  const untold = uploads.open('PATCH', { path, headers });
  await untold.write(`ea61\r\n${'x'.repeat(60_001)}\r\n0\r\n\r\n`);
  const answer = await untold.answer;
  assert.deepEqual([answer.status, answer.body?.['code']], [413, 'upload_too_large']);
  assert.equal(await offsetOf(path), 40_000);
  assert.equal((await patch(path, 40_000, Buffer.alloc(60_000, 3))).status, 204);
  const source = await uploads.source(videoKey);
  assert.deepEqual(source, Buffer.concat([Buffer.alloc(40_000, 1), Buffer.alloc(60_000, 3)]));
});

test('a right checksum of each algorithm is taken', async () => {
  for (const algorithm of ['sha1', 'sha256', 'md5']) {
    const { videoKey, path } = await uploads.addUpload(6);
    for (const [offset, text] of [
      [0, 'abc'],
      [3, 'def'],
    ] as const) {
      const digest = createHash(algorithm).update(text).digest('base64');
      const headers = { 'upload-checksum': `${algorithm} ${digest}` };
      assert.equal((await patch(path, offset, Buffer.from(text), headers)).status, 204);
    }
    assert.equal(String(await uploads.source(videoKey)), 'abcdef');
  }
});

test('a wrong checksum is a 460 and keeps nothing of its part, not even of the last', async () => {
  const { videoKey, path } = await uploads.addUpload(6);
  await patch(path, 0, Buffer.from('abc'));
  const digest = createHash('sha256').update('dex').digest('base64');
  const wrong = { 'upload-checksum': `sha256 ${digest}` };
  const answer = await patch(path, 3, Buffer.from('def'), wrong);
  assert.deepEqual([answer.status, answer.body?.['code']], [460, 'checksum_mismatch']);
  assert.equal(await offsetOf(path), 3);
  assert.equal((await patch(path, 3, Buffer.from('dex'), wrong)).status, 204);
  assert.equal(String(await uploads.source(videoKey)), 'abcdex');
});

test('a checksum of another algorithm, or none at all, is a 400', async () => {
  const { path } = await uploads.addUpload(6);
  const sha1 = createHash('sha1').update('abc').digest('base64');
  for (const checksum of [
    'crc32 AAAAAA==',
    'sha1',
    'sha1 ',
    'sha1 AAAA',
    `sha256 ${sha1}`,
    `sha1 ${sha1} x`,
  ]) {
    const answer = await patch(path, 0, Buffer.from('abc'), { 'upload-checksum': checksum });
    assert.equal(answer.status, 400, checksum);
    assert.equal(answer.body?.['errors']?.[0]?.['path'], 'Upload-Checksum');
  }
  assert.equal(await offsetOf(path), 0);
});

test('a part that is cut off keeps the bytes that came', async () => {
  const { videoKey, path } = await uploads.addUpload(200_000);
  const headers = { 'upload-offset': '0', 'content-length': '200000' };
  const file = randomBytes(200_000);
  const cut = uploads.open('PATCH', { path, headers: { ...headers, ...octets } });
  await cut.write(file.subarray(0, 70_001));
  await settled(cut.socket);
  cut.socket.destroy();
  await reaches(path, 70_001);
  assert.equal((await patch(path, 70_001, file.subarray(70_001))).status, 204);
  assert.deepEqual(await uploads.source(videoKey), file);
});

test('of a part with a checksum that is cut off, nothing is kept', async () => {
  const { videoKey, path } = await uploads.addUpload(6);
  const digest = createHash('sha1').update('abcdef').digest('base64');
  const checksum = { 'upload-checksum': `sha1 ${digest}` };
  const headers = { 'upload-offset': '0', 'content-length': '6', ...octets, ...checksum };
  const cut = uploads.open('PATCH', { path, headers });
  await cut.write('abcde');
  await settled(cut.socket);
  cut.socket.destroy();
  // Locked until the server has noticed.
  const answer = await until('the lock to go', async () => {
    const tried = await patch(path, 0, Buffer.from('abcdef'), checksum);
    return tried.status !== 423 && tried;
  });
  assert.equal(answer.status, 204);
  assert.equal(String(await uploads.source(videoKey)), 'abcdef');
});

test('X-HTTP-Method-Override stands for any method, whatever carries it', async () => {
  const { videoKey, path } = await uploads.addUpload(6);
  const carry = (by: string, method: string, headers: Headers = {}, body?: Uint8Array) =>
    uploads.call(by, {
      path,
      headers: { 'x-http-method-override': method, ...headers },
      ...(body ? { body } : {}),
    });
  const carriers = ['POST', 'PUT', 'GET', 'PATCH', 'DELETE', 'OPTIONS'];
  for (const [offset, by] of carriers.entries()) {
    if (offset === 5) break;
    const part = await carry(by, 'PATCH', { 'upload-offset': String(offset) }, Buffer.from('x'));
    assert.deepEqual([part.status, part.headers['upload-offset']], [204, String(offset + 1)], by);
  }
  for (const by of carriers) {
    const head = await carry(by, 'HEAD');
    assert.deepEqual([head.status, head.headers['upload-offset']], [200, '5'], by);
    assert.equal((await carry(by, 'OPTIONS', { 'tus-resumable': null })).status, 204, by);
    assert.equal((await carry(by, 'GET')).status, 405, by);
  }
  assert.equal((await carry('PUT', 'DELETE')).status, 204);
  assert.equal((await uploads.call('HEAD', { path })).status, 404);
  const headers = { 'x-http-method-override': 'POST', ...creation(videoKey, 6) };
  assert.equal((await uploads.call('PUT', { headers })).status, 201);
});

test('the address is the same with and without its last slash', async () => {
  for (const path of ['/api/upload/v1/tus/videos', '/api/upload/v1/tus/videos/']) {
    const videoKey = await uploads.addVideo(3);
    const created = await uploads.call('POST', { path, headers: creation(videoKey, 3) });
    assert.equal(created.status, 201, path);
    assert.match(created.headers['location'] ?? '', /^\/api\/upload\/v1\/tus\/videos\/\w+$/);
    assert.equal((await uploads.call('OPTIONS', { path, as: null })).status, 204);
    const refused = await uploads.call('GET', { path });
    assert.deepEqual([refused.status, refused.headers['allow']], [405, 'POST, OPTIONS']);
  }
});

test('DELETE frees the bytes of an unfinished upload; a finished one stays the video’s file', async () => {
  const { path } = await uploads.addUpload(6);
  await patch(path, 0, Buffer.from('abc'));
  const { db, storage } = uploads.app.context;
  const id = path.slice(path.lastIndexOf('/') + 1);
  const { storage_key: key } = await db
    .selectFrom('uploads')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(await storage.appendables.size(key), 3);
  assert.equal((await uploads.call('DELETE', { path })).status, 204);
  assert.equal(await storage.appendables.size(key), null);
  for (const method of ['HEAD', 'PATCH', 'DELETE']) {
    const headers = { 'upload-offset': '3', ...octets };
    assert.equal((await uploads.call(method, { path, headers })).status, 404);
  }
  const finished = await uploads.addUpload(3);
  await patch(finished.path, 0, Buffer.from('abc'));
  assert.equal((await uploads.call('DELETE', { path: finished.path })).status, 204);
  assert.equal((await patch(finished.path, 3, Buffer.alloc(0))).status, 204);
  const more = await patch(finished.path, 3, Buffer.from('d'));
  assert.deepEqual([more.status, more.body?.['code']], [403, 'upload_finished']);
  assert.equal(String(await uploads.source(finished.videoKey)), 'abc');
});

test('an expired upload is gone', async () => {
  const { path } = await uploads.addUpload(6);
  const { db } = uploads.app.context;
  await sql`update uploads set expires_at = now() - interval '1 second'
    where id = ${path.slice(path.lastIndexOf('/') + 1)}`.execute(db);
  assert.equal((await uploads.call('HEAD', { path })).status, 410);
  const answer = await patch(path, 0, Buffer.from('abc'));
  assert.deepEqual([answer.status, answer.body?.['code']], [410, 'upload_expired']);
});

test('an address that is no upload is a 404, whatever it is made of', async () => {
  for (const id of [
    'nosuchupload',
    '%00',
    '..%2f..%2fetc%2fpasswd',
    'x'.repeat(100),
    '%E0%B8%81',
  ]) {
    const answer = await patch(`/api/upload/v1/tus/videos/${id}`, 0, Buffer.from('abc'));
    assert.deepEqual([answer.status, answer.body?.['code']], [404, 'not_found'], id);
  }
});

const octets = { 'content-type': 'application/offset+octet-stream' };

/** Until the kernel has handed all that was written to the other side. */
async function settled(socket: { bytesWritten: number; writableLength: number }): Promise<void> {
  await until('all to be sent', () => socket.writableLength === 0, { everyMs: 5 });
}
