import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { bytes, fails, pieces } from './conformance-bytes.ts';
import { openS3 } from './s3.ts';
import { startTestS3 } from './test-s3-server.ts';

const MIB = 1024 * 1024;
const keys = { accessKeyId: 'test-id', secretAccessKey: 'test-secret' };
const s3 = await startTestS3({ ...keys, buckets: ['films'] });
const storage = openS3(
  `s3://films/some/prefix?endpoint=${s3.url}&region=local&pathStyle=1`,
  { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey },
  { partBytes: 5 * MIB, partsPerUpload: 2, copyBytes: 5 * MIB },
);
const { appendables } = storage;
after(async () => {
  await storage.close();
  await s3.close();
});
// An appendable that may grow beyond one upload is joined from several.
const ONE_UPLOAD = 10 * MIB;
const SEVERAL = 40 * MIB;
const denied = { kind: 'error', status: 403, code: 'AccessDenied' } as const;
/** An error that is not retried. */
const failed = { kind: 'error', status: 400, code: 'Failed' } as const;

let key = '';
let round = 0;
function append(offset: number, end: number, maxSize: number) {
  const source = pieces(bytes(end - offset, offset), 64 * 1024);
  return appendables.append(key, { offset, maxSize, source });
}

/** Lists the contents of the bucket besides finished objects. */
function traces(): string[] {
  const bucket = s3.buckets.get('films');
  const area = `some/prefix/.appending/${key.replace('/', '!')}/`;
  const objects = [...(bucket?.objects.keys() ?? [])].filter((name) => !/\/up\//.test(name));
  const uploads = [...(bucket?.uploads.values() ?? [])].map((upload) => upload.key);
  return [...objects, ...uploads].map((name) => name.replace(area, ''));
}

async function requireFinished(size: number): Promise<void> {
  const asked = s3.operations.length;
  await appendables.finish(key);
  const uploads = s3.operations.slice(asked).includes('UploadPart');
  assert.equal(uploads && size % (5 * MIB) === 0, false, 'whole parts leave no remainder');
  assert.ok((await storage.read(key, SEVERAL))?.equals(bytes(size)));
  assert.equal(await appendables.size(key), null);
  assert.deepEqual(traces(), []);
}

describe('an appendable in S3', () => {
  beforeEach(async () => {
    key = `up/${round++}`;
    await appendables.create(key);
  });

  it('keeps every byte when it can not be finished, and is finished later', async () => {
    for (const [operation, size, maxSize] of [
      ['PutObject', 9, ONE_UPLOAD],
      ['UploadPart', 9 * MIB, ONE_UPLOAD],
      ['CompleteMultipartUpload', 9 * MIB, ONE_UPLOAD],
      ['CreateMultipartUpload', 18 * MIB, SEVERAL],
      ['UploadPartCopy', 18 * MIB, SEVERAL],
      ['UploadPart', 18 * MIB, SEVERAL],
      ['CompleteMultipartUpload', 18 * MIB, SEVERAL],
    ] as const) {
      await appendables.create(key);
      await append(0, size, maxSize);
      // The object itself, or the parts that it is joined from.
      s3.failNext({ ...denied, operation, key: /\/up\/\d+$|\/volume-/ });
      await fails('denied', appendables.finish(key));
      assert.equal(await appendables.size(key), size);
      await requireFinished(size);
    }
  });

  it('is finished once when the answer to any step of joining it was lost', async () => {
    await append(0, 18 * MIB, SEVERAL);
    s3.failNext({ kind: 'lost', operation: 'CompleteMultipartUpload', key: /volume-/, times: 4 });
    s3.failNext({ kind: 'lost', operation: 'CompleteMultipartUpload', key: /up\//, times: 4 });
    await requireFinished(18 * MIB);
  });

  it('leaves nothing when it is removed in the middle of being joined', async () => {
    await append(0, 18 * MIB, SEVERAL);
    s3.failNext({ ...denied, operation: 'UploadPartCopy' });
    await fails('denied', appendables.finish(key));
    assert.ok(traces().includes(`some/prefix/${key}`));
    await appendables.remove(key);
    assert.deepEqual(traces(), []);
  });

  it('is finished without an upload that no byte came to', async () => {
    await append(0, 10 * MIB, SEVERAL);
    s3.failNext({ ...denied, operation: 'UploadPart' });
    await fails('denied', append(10 * MIB, 16 * MIB, SEVERAL));
    assert.ok(traces().includes('volume-1'));
    await requireFinished(10 * MIB);
  });

  it('takes no more than its max size when its first part was stored', async () => {
    await append(0, 9 * MIB, ONE_UPLOAD);
    await fails('too_large', append(9 * MIB, 16 * MIB, SEVERAL));
    await append(9 * MIB, ONE_UPLOAD, SEVERAL);
    await requireFinished(ONE_UPLOAD);
  });

  it('is there until all else of it is gone, so that it can be removed again', async () => {
    await append(0, 6 * MIB, SEVERAL);
    for (const operation of ['AbortMultipartUpload', 'DeleteObject']) {
      s3.failNext({ ...failed, operation });
      await fails('unavailable', appendables.remove(key));
      assert.equal(await appendables.size(key), 6 * MIB);
    }
    await appendables.remove(key);
    assert.deepEqual(traces(), []);
  });

  it('is finished again when only cleaning up has failed', async () => {
    await append(0, 6 * MIB, SEVERAL);
    s3.failNext({ ...failed, operation: 'DeleteObject' });
    await fails('unavailable', appendables.finish(key));
    const completed = s3.operations.filter((name) => name === 'CompleteMultipartUpload').length;
    await requireFinished(6 * MIB);
    const again = s3.operations.filter((name) => name === 'CompleteMultipartUpload').length;
    assert.equal(again, completed);
  });

  it('reports that its remainder is gone, and changes nothing', async () => {
    await append(0, 9, SEVERAL);
    const objects = s3.buckets.get('films')?.objects;
    const [name = ''] = [...(objects?.keys() ?? [])].filter((one) => /tail-/.test(one));
    const tail = objects?.get(name);
    assert.ok(tail);
    for (const left of [{ ...tail, bytes: tail.bytes.subarray(1) }, null]) {
      if (left) objects?.set(name, left);
      else objects?.delete(name);
      await fails('unavailable', append(9, 18, SEVERAL));
      await fails('unavailable', appendables.finish(key));
      assert.equal(await appendables.size(key), 9);
    }
    objects?.set(name, tail);
    await append(9, 18, SEVERAL);
    await requireFinished(18);
  });

  it('writes nothing for an append of nothing, and no remainder behind a whole part', async () => {
    await append(0, 5 * MIB, SEVERAL);
    assert.deepEqual(traces(), ['state.json', 'volume-0']);
    const before = s3.operations.length;
    assert.deepEqual(await append(5 * MIB, 5 * MIB, SEVERAL), { size: 5 * MIB, complete: true });
    assert.deepEqual(s3.operations.slice(before), ['GetObject']);
    await append(5 * MIB, 6 * MIB, SEVERAL);
    await append(6 * MIB, 7 * MIB, SEVERAL);
    await append(7 * MIB, 8 * MIB, SEVERAL);
    // The last one, and the one where the last append began.
    assert.equal(traces().filter((name) => name.startsWith('tail-')).length, 2);
    await requireFinished(8 * MIB);
  });
});
