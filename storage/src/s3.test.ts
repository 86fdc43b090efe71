import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, beforeEach, describe, it } from 'node:test';
import { testStorage } from './conformance.ts';
import { bytes, fails, collectKeys, pieces } from './conformance-bytes.ts';
import { getArea } from './s3-append-state.ts';
import { openS3 } from './s3.ts';
import { openStorage } from './storage.ts';
import { startTestS3 } from './test-s3-server.ts';

const MIB = 1024 * 1024;
const keys = { accessKeyId: 'test-id', secretAccessKey: 'test-secret' };
const env = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };
const names = ['plain', 'joined', 'faults', 'pages'];
const s3 = await startTestS3({ ...keys, buckets: names });
after(() => s3.close());

function buildAddress(bucket: string): string {
  return `s3://${bucket}/some/prefix?endpoint=${encodeURIComponent(s3.url)}&region=local&pathStyle=1`;
}
function getBucket(name: string) {
  const bucket = s3.buckets.get(name);
  assert.ok(bucket);
  return bucket;
}
// So small that uploads of a few parts are spread over several multipart uploads and joined.
const smallLimits = { partBytes: 5 * MIB, partsPerUpload: 2, copyBytes: 5 * MIB };

testStorage('S3', () => openStorage(buildAddress('plain'), env));
testStorage('S3 with joined uploads', async () => openS3(buildAddress('joined'), env, smallLimits));

describe('S3', () => {
  it('takes no layout, and has no files to read along', async () => {
    const { appendables } = await openStorage(buildAddress('plain'), env);
    assert.equal(appendables.takesLayouts, false);
    await fails('bad_range', appendables.create('up/laid', [{ start: 0, end: 9 }]));
    assert.equal(await appendables.size('up/laid'), null);
    assert.equal(appendables.localPath('up/laid'), null);
  });

  it('keeps nothing of appendables that are finished or removed', async () => {
    for (const name of ['plain', 'joined']) {
      const storage = await openStorage(buildAddress(name), env);
      const left = [...getBucket(name).objects.keys()].filter((key) => key.includes('.appending'));
      const open = ['up/abort', 'up/afresh-beside', 'up/cuts', 'up/large', 'up/refuse'];
      for (const key of [...open, 'up/checkpoint-large']) await storage.appendables.remove(key);
      assert.ok(left.length > 0);
      assert.deepEqual(
        [...getBucket(name).uploads.values()].map(({ key }) => key),
        [],
      );
      assert.deepEqual(
        [...getBucket(name).objects.keys()].filter((key) => key.includes('.appending')),
        [],
      );
    }
  });

  it('lists and deletes more than one page, and deletes nothing where nothing is', async () => {
    const storage = await openStorage(buildAddress('pages'), env);
    const asked = s3.operations.length;
    await storage.deletePrefix('many');
    assert.deepEqual(s3.operations.slice(asked), ['ListObjectsV2']);
    await storage.put('many/seed', bytes(1));
    const { objects } = getBucket('pages');
    const seed = objects.get('some/prefix/many/seed');
    assert.ok(seed);
    for (let i = 0; i < 2_100; i++) objects.set(`some/prefix/many/${i}`, seed);
    objects.set('some/prefix/many2/a', seed);
    assert.equal((await collectKeys(storage.list('many'))).length, 2_101);
    await storage.deletePrefix('many');
    assert.deepEqual(await collectKeys(storage.list('')), ['many2/a']);
  });

  it('reports objects of many that can’t be deleted, and deletes the others', async () => {
    const storage = await openStorage(buildAddress('pages'), env);
    const { refused } = getBucket('pages');
    const name = 'some/prefix/kept/b';
    for (const [code, kind] of [
      ['AccessDenied', 'denied'],
      ['InternalError', 'unavailable'],
    ] as const) {
      for (const key of ['kept/a', 'kept/b', 'kept/c']) await storage.put(key, bytes(1));
      refused.set(name, code);
      await fails(kind, storage.deletePrefix('kept'));
      assert.deepEqual(await collectKeys(storage.list('kept')), ['kept/b']);
    }
    await storage.put('kept/a', bytes(1));
    // Stores answer so for objects that another client has just deleted.
    refused.set(name, 'NoSuchKey');
    await storage.deletePrefix('kept');
    assert.deepEqual(await collectKeys(storage.list('kept')), ['kept/b']);
  });

  it('is denied with a wrong secret and unavailable without its bucket', async () => {
    const wrong = await openStorage(buildAddress('plain'), {
      ...env,
      AWS_SECRET_ACCESS_KEY: 'wrong',
    });
    for (const call of [
      () => wrong.check(),
      () => wrong.read('round/bytes'),
      () => wrong.stat('round/bytes'),
      () => wrong.put('round/bytes', bytes(1)),
      () => wrong.appendables.create('up'),
    ]) {
      await fails('denied', call());
    }
    const none = await openStorage(buildAddress('no-such-bucket'), env);
    await fails('unavailable', none.check());
    await fails('unavailable', none.read('a'));
  });

  it('is unavailable when nothing listens', async () => {
    const other = await startTestS3({ ...keys, buckets: ['a'] });
    const storage = await openStorage(`s3://a?endpoint=${other.url}&region=r&pathStyle=1`, env);
    await storage.check();
    await other.close();
    await fails('unavailable', storage.check());
  });
});

describe('S3 with faults', () => {
  const storage = openS3(buildAddress('faults'), env);
  const { appendables } = storage;
  let key = '';
  let round = 0;
  beforeEach(async () => {
    key = `up/${round++}`;
    await appendables.create(key);
  });

  it('tries again after errors of the server and lost answers', async () => {
    for (const kind of ['error', 'lost'] as const) {
      s3.failNext({ kind, operation: 'PutObject', times: 2 });
      s3.failNext({ kind, operation: 'UploadPart', times: 2 });
      s3.failNext({ kind, operation: 'CreateMultipartUpload' });
      s3.failNext({ kind, operation: 'GetObject' });
      s3.failNext({ kind, operation: 'CompleteMultipartUpload' });
      const body = bytes(17 * MIB);
      await appendables.create(key);
      await appendables.append(key, { offset: 0, maxSize: 20 * MIB, source: pieces(body, MIB) });
      await appendables.finish(key);
      assert.ok((await storage.read(key, 20 * MIB))?.equals(body));
    }
  });

  it('leaves the size at the offset when parts or the remainder are refused for good', async () => {
    const options = { maxSize: 30 * MIB };
    const first = pieces(bytes(9 * MIB), MIB);
    await appendables.append(key, { ...options, offset: 0, source: first });
    const offset = 9 * MIB;
    for (const operation of ['UploadPart', 'PutObject']) {
      s3.failNext({ kind: 'error', operation, status: 403, code: 'AccessDenied' });
      const source = pieces(bytes(9 * MIB, 5), MIB);
      await fails('denied', appendables.append(key, { ...options, offset, source }));
      assert.equal(await appendables.size(key), offset);
    }
    const rest = pieces(bytes(9 * MIB, offset), MIB);
    await appendables.append(key, { ...options, offset, source: rest });
    await appendables.finish(key);
    assert.ok((await storage.read(key, 30 * MIB))?.equals(bytes(18 * MIB)));
  });

  it('does not wait for a silent source when a part is refused', async () => {
    async function* silent() {
      yield bytes(8 * MIB);
      await new Promise(() => {});
    }
    s3.failNext({ kind: 'error', operation: 'UploadPart', status: 507, code: 'Full' });
    const options = { offset: 0, maxSize: 20 * MIB, source: silent() };
    await fails('full', appendables.append(key, options));
  });

  it('finishes once when the answer to the last step was lost', async () => {
    const body = bytes(9 * MIB);
    await appendables.append(key, { offset: 0, maxSize: 20 * MIB, source: pieces(body, MIB) });
    s3.failNext({ kind: 'lost', operation: 'CompleteMultipartUpload', times: 4 });
    await appendables.finish(key);
    await appendables.finish(key);
    assert.ok((await storage.read(key))?.equals(body));
  });

  it('is done when the store has no such upload to abort any more, however it says so', async () => {
    for (const [status, code] of [
      [404, 'NoSuchUpload'],
      [404, 'NoSuchKey'],
      [405, 'MethodNotAllowed'],
      [501, 'NotImplemented'],
    ] as const) {
      const body = bytes(9 * MIB);
      await appendables.create(key);
      await appendables.append(key, { offset: 0, maxSize: 20 * MIB, source: pieces(body, MIB) });
      s3.failNext({ kind: 'error', operation: 'AbortMultipartUpload', status, code });
      await appendables.finish(key);
      assert.equal(await appendables.size(key), null, code);
      assert.ok((await storage.read(key))?.equals(body), code);
    }
  });

  it('is done when the store never lets anything be cleaned up', async () => {
    const body = bytes(9 * MIB);
    await appendables.append(key, { offset: 0, maxSize: 20 * MIB, source: pieces(body, MIB) });
    const denied = { kind: 'error', key: /append|up/, status: 403, code: 'AccessDenied' } as const;
    s3.failNext({ ...denied, operation: 'AbortMultipartUpload' });
    await appendables.finish(key);
    assert.ok((await storage.read(key))?.equals(body));
    s3.failNext({ ...denied, operation: 'DeleteObject' });
    await appendables.finish(key);
    await appendables.finish(key);
    assert.equal(await appendables.size(key), null);
  });

  it('keeps an append whose outdated remainder can not be deleted', async () => {
    const options = { maxSize: 20 * MIB };
    await appendables.append(key, { ...options, offset: 0, source: pieces(bytes(10), 10) });
    await appendables.append(key, { ...options, offset: 10, source: pieces(bytes(10, 10), 10) });
    s3.failNext({ kind: 'error', operation: 'DeleteObject', status: 403, code: 'AccessDenied' });
    const last = { ...options, offset: 20, source: pieces(bytes(10, 20), 10) };
    assert.deepEqual(await appendables.append(key, last), { size: 30, complete: true });
    await appendables.finish(key);
    assert.ok((await storage.read(key))?.equals(bytes(30)));
    const left = [...getBucket('faults').objects.keys()].filter((name) =>
      name.includes(getArea(key)),
    );
    assert.deepEqual(left, []);
  });

  it('breaks a read off with an error when the answer is cut, and never shortens it', async () => {
    await storage.put('cut', bytes(MIB));
    s3.failNext({ kind: 'cut', operation: 'GetObject' });
    await fails('unavailable', storage.read('cut'));
    s3.failNext({ kind: 'cut', operation: 'GetObject' });
    const opened = await storage.open('cut');
    assert.ok(opened);
    await assert.rejects(buffer(opened.body));
    await storage.delete('cut');
  });

  it('leaves no unfinished upload behind when a stream breaks off or is refused', async () => {
    const reason = new Error('off');
    await assert.rejects(storage.put('half', pieces(bytes(20 * MIB), MIB, reason)), reason);
    s3.failNext({ kind: 'error', operation: 'UploadPart', status: 403, code: 'AccessDenied' });
    await fails('denied', storage.put('half', pieces(bytes(20 * MIB), MIB)));
    const left = [...getBucket('faults').uploads.values()].map((upload) => upload.key);
    assert.equal(left.includes('some/prefix/half'), false);
    assert.equal(await storage.stat('half'), null);
  });

  it('is not ready while the store hangs', async () => {
    s3.failNext({ kind: 'slow', operation: 'ListObjectsV2', ms: 60_000 });
    await fails('unavailable', storage.check());
    await storage.check();
  });

  it('delays a fast source while a part is slow', async () => {
    function storedParts(): number {
      const uploads = [...getBucket('faults').uploads.values()];
      return uploads.find((upload) => upload.key.endsWith(key))?.parts.size ?? 0;
    }
    for (const take of [
      (source: AsyncIterable<Uint8Array>) =>
        appendables.append(key, { offset: 0, maxSize: 99 * MIB, source }),
      (source: AsyncIterable<Uint8Array>) => storage.put(key, source),
    ]) {
      let given = 0;
      let max = 0;
      async function* counted() {
        for await (const chunk of pieces(bytes(40 * MIB), 65_536)) {
          given += chunk.length;
          max = Math.max(max, given - storedParts() * 8 * MIB);
          yield chunk;
        }
      }
      s3.failNext({ kind: 'slow', operation: 'UploadPart', ms: 100, times: 2 });
      await take(counted());
      assert.ok(max <= 16 * MIB + 2 * 65_536, `${max} bytes were taken ahead`);
      await appendables.remove(key);
    }
  });
});
