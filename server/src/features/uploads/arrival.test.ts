import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { createHttp } from '../../base/http.ts';
import { listen, metadata, openCall, startTestUploads } from '../../test-uploads.ts';
import type { OpenCall, TestUploads } from '../../test-uploads.ts';
import { PROVERS } from '../../app.ts';
import { notifyHeads } from './actions/heads.ts';
import { findArrivedFile } from './queries.ts';
import { mountUploads } from './routes.ts';
import { UPLOAD_TIMES } from './rules.ts';

const mib = 1024 * 1024;
let uploads: TestUploads;
const closing: (() => Promise<void>)[] = [];
before(async () => {
  uploads = await startTestUploads();
});
after(async () => {
  for (const close of closing) await close();
  await uploads.close();
});

/** An API that records arrivals every 20 ms. */
async function quickRecorder(): Promise<number> {
  const { context } = uploads.app;
  const http = createHttp(context);
  mountUploads(http, context, PROVERS, null, { ...UPLOAD_TIMES, arrivalMs: 20 });
  closing.push(() => http.close());
  return listen(http);
}

type Sending = { path: string; offset: number; body: Uint8Array; size: number };

/** Begins a PATCH that says it has `size` bytes, and sends `body`. */
async function open(port: number, { path, offset, body, size }: Sending): Promise<OpenCall> {
  const headers = {
    'upload-offset': String(offset),
    'content-length': String(size),
    'content-type': 'application/offset+octet-stream',
  };
  const call = openCall(port, 'PATCH', { as: uploads.admin, path, headers });
  call.socket.on('error', () => undefined);
  await call.write(body);
  return call;
}

async function revisionOf(videoKey: string): Promise<string> {
  const row = await uploads.app.context.db
    .selectFrom('revisions')
    .select('key')
    .where('video_key', '=', videoKey)
    .executeTakeFirstOrThrow();
  return row.key;
}

async function arrive(revisionKey: string, bytes: number): Promise<void> {
  await uploads.app.context.db
    .updateTable('uploads')
    .set({ arrived_bytes: bytes })
    .where('revision_key', '=', revisionKey)
    .execute();
}

test('arrived bytes are recorded, and can be read, while their PATCH still flows', async () => {
  const { db, storage } = uploads.app.context;
  const port = await quickRecorder();
  const size = 3 * mib;
  const videoKey = await uploads.addVideo(size);
  const revisionKey = await revisionOf(videoKey);
  assert.equal(await findArrivedFile(db, revisionKey), null);
  const given = metadata({ videoKey, layout: `${2 * mib}-${size},0-${2 * mib}` });
  const headers = { 'upload-length': String(size), 'upload-metadata': given };
  const created = await uploads.call('POST', { headers });
  const path = created.headers['location'] ?? '';
  const sent = randomBytes(size);
  const call = await open(port, { path, offset: 0, body: sent.subarray(0, 2 * mib), size });
  const arrived = async () => (await findArrivedFile(db, revisionKey))?.arrivedBytes ?? 0;
  await until('most of what was sent', async () => (await arrived()) > 1.4 * mib);

  const found = await findArrivedFile(db, revisionKey);
  assert.ok(found);
  const { storageKey, arrivedBytes, ...rest } = found;
  const layout = [
    { start: 2 * mib, end: size },
    { start: 0, end: 2 * mib },
  ];
  assert.deepEqual(rest, { sizeBytes: size, layout, isComplete: false });
  const file = await readFile(storage.appendables.localPath(storageKey) ?? '');
  const there = Buffer.concat([file.subarray(2 * mib), file.subarray(0, 2 * mib)]);
  assert.ok(there.subarray(0, arrivedBytes).equals(sent.subarray(0, arrivedBytes)));
  // The flow went on without an acknowledgement.
  const row = await db
    .selectFrom('uploads')
    .select('offset_bytes')
    .where('revision_key', '=', revisionKey)
    .executeTakeFirstOrThrow();
  assert.equal(row.offset_bytes, 0);

  await call.write(sent.subarray(2 * mib));
  assert.equal((await call.answer).status, 204);
  const whole = await findArrivedFile(db, revisionKey);
  assert.deepEqual([whole?.arrivedBytes, whole?.isComplete], [size, true]);
  const stored = await readFile(storage.localPath(storageKey) ?? '');
  assert.ok(stored.subarray(2 * mib).equals(sent.subarray(0, mib)));
});

test('the next PATCH begins at the durable offset, whatever had arrived beyond it', async () => {
  const { db } = uploads.app.context;
  const { videoKey, path } = await uploads.addUpload(10);
  const revisionKey = await revisionOf(videoKey);
  await uploads.call('PATCH', {
    path,
    headers: { 'upload-offset': '0' },
    body: Buffer.from('abc'),
  });
  assert.equal((await findArrivedFile(db, revisionKey))?.arrivedBytes, 3);
  await db
    .updateTable('uploads')
    .set({ arrived_bytes: 9 })
    .where('revision_key', '=', revisionKey)
    .execute();
  const call = await open(uploads.port, { path, offset: 3, body: Buffer.from('d'), size: 7 });
  const arrived = async () => (await findArrivedFile(db, revisionKey))?.arrivedBytes;
  await until('three bytes', async () => (await arrived()) === 3);
  call.socket.destroy();
});

test('a head is notified once at each mark, and again at one where that failed', async () => {
  const { db } = uploads.app.context;
  const { videoKey } = await uploads.addUpload(12 * mib);
  const revisionKey = await revisionOf(videoKey);
  const told: number[] = [];
  let isFailing = false;
  const at = async (mibs: number): Promise<number> => {
    await arrive(revisionKey, mibs * mib);
    const tell = () =>
      notifyHeads(db, async (_tx, key) => {
        if (key !== revisionKey) return;
        told.push(mibs);
        if (isFailing) throw new Error('not now');
      });
    // Several workers ask.
    await Promise.allSettled([tell(), tell(), tell()]);
    return told.length;
  };
  assert.equal(await at(0.75), 0);
  assert.equal(await at(1.25), 1);
  assert.equal(await at(7.5), 1);
  isFailing = true;
  assert.ok((await at(8.5)) > 1);
  isFailing = false;
  const before = told.length;
  assert.equal(await at(9), before + 1);
  assert.equal(await at(10), before + 1);
});

test('a file that is sent index first is notified when its index is there', async () => {
  const { db } = uploads.app.context;
  const size = 2 * mib;
  const videoKey = await uploads.addVideo(size);
  const given = metadata({ videoKey, layout: `0-32,2000000-${size},32-2000000` });
  await uploads.call('POST', {
    headers: { 'upload-length': String(size), 'upload-metadata': given },
  });
  const revisionKey = await revisionOf(videoKey);
  const told: string[] = [];
  const tell = () =>
    notifyHeads(db, async (_tx, key) => {
      if (key === revisionKey) told.push(revisionKey);
    });
  const indexEnd = 32 + size - 2_000_000;
  await arrive(revisionKey, indexEnd - 1);
  await tell();
  assert.equal(told.length, 0);
  await arrive(revisionKey, indexEnd);
  await tell();
  assert.equal(told.length, 1);
});
