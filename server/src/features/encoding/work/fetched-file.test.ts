import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openStorage, type Storage, StorageError } from '@kinora/storage/storage';
import { startS3Storage } from '../test-faults.ts';
import { createFetchedFile } from './fetched-file.ts';

const { s3, env } = await startS3Storage();
const bucket = await openStorage(env['STORAGE_URL'] ?? '', env);
const folder = await mkdtemp(join(tmpdir(), 'kinora-fetched-'));
after(async () => {
  await bucket.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

const KIB = 1024;
const bytes = randomBytes(20_000 * KIB + 123);
await bucket.put('film', bytes);
const never = new AbortController().signal;

/** Opens a file without any bytes yet, and records the ranges that are read from the bucket. */
async function begin(open: Storage['open'] = (key, range) => bucket.open(key, range)) {
  const asked: { start: number; end: number }[] = [];
  const storage: Storage = {
    ...bucket,
    open: async (key, range) => {
      asked.push({ start: range?.start ?? 0, end: (range?.end ?? Infinity) + 1 });
      return open(key, range);
    },
  };
  const path = join(folder, 'file');
  const file = await createFetchedFile(storage, 'film', path);
  const total = () => asked.reduce((sum, { start, end }) => sum + end - start, 0);
  return { file, asked, total, read: () => readFile(path) };
}

test('the needed ranges are there, the rest is a hole, and the file has its length', async () => {
  const { file, total, read } = await begin();
  await file.need(
    [
      { start: 9_000_000, end: 9_000_001 },
      { start: 100, end: 200 },
      { start: bytes.length - 50, end: Infinity },
    ],
    never,
  );
  const held = await read();
  assert.equal(held.length, bytes.length);
  assert.ok(held.subarray(100, 200).equals(bytes.subarray(100, 200)));
  assert.equal(held[9_000_000], bytes[9_000_000]);
  assert.ok(held.subarray(-50).equals(bytes.subarray(-50)));
  assert.ok(held.subarray(1_000_000, 8_000_000).every((byte) => byte === 0));
  assert.ok(total() <= 3 * 64 * KIB, `${total()} bytes were fetched`);
  const before = total();
  await file.need([{ start: 120, end: 130 }], never);
  await file.need([], never);
  await file.need([{ start: 500, end: 500 }], never);
  assert.equal(total(), before, 'nothing is fetched twice');
  await file.close();
});

test('however many ask, each byte is fetched once', async () => {
  const { file, total, read } = await begin();
  const parts = Array.from({ length: 30 }, (_, n) => ({ start: n * 500_000, end: bytes.length }));
  await Promise.all(parts.map((part) => file.need([part], never)));
  assert.ok((await read()).equals(bytes));
  assert.equal(total(), bytes.length);
  await file.close();
});

test('an answer that breaks off is continued, and a block that fails for one caller is tried for another', async () => {
  s3.failNext({ kind: 'cut', operation: 'GetObject', times: 20 });
  const broken = await begin();
  await broken.file.need([{ start: 0, end: Infinity }], never);
  assert.ok((await broken.read()).equals(bytes));
  await broken.file.close();

  let failures = 1;
  const { file, read } = await begin(async (key, range) => {
    if (failures-- > 0) throw new StorageError('unavailable', 'away');
    return bucket.open(key, range);
  });
  const ends = await Promise.allSettled([
    file.need([{ start: 0, end: 10 }], never),
    file.need([{ start: 5, end: 20 }], never),
  ]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  assert.ok((await read()).subarray(0, 20).equals(bytes.subarray(0, 20)));
  await file.close();
});

test('a caller that stops waiting stops only its own fetching', async () => {
  const gone = new AbortController();
  const { file, total, read } = await begin();
  const parts = Array.from({ length: 150 }, (_, n) => n * 128 * KIB);
  const waiting = file.need(
    parts.map((start) => ({ start, end: start + 1 })),
    gone.signal,
  );
  const other = file.need([{ start: 3_000_000, end: 3_000_100 }], never);
  gone.abort(new Error('gone'));
  await assert.rejects(waiting, /gone/);
  await other;
  assert.ok(total() < 20 * 64 * KIB, `${total()} bytes were fetched`);
  assert.ok(
    (await read()).subarray(3_000_000, 3_000_100).equals(bytes.subarray(3_000_000, 3_000_100)),
  );
  await file.need([{ start: 0, end: Infinity }], never);
  assert.ok((await read()).equals(bytes));
  await file.close();
});

test('an object that is not there, and one that ends early, are errors', async () => {
  const nowhere = createFetchedFile(bucket, 'nothing', join(folder, 'none'));
  await assert.rejects(nowhere, { name: 'ProbeError', reason: 'unreadable' });
  const { file } = await begin(async (key, range) => {
    const opened = await bucket.open(key, { start: range?.start ?? 0, end: 70 * KIB });
    return opened;
  });
  const all = file.need([{ start: 0, end: Infinity }], never);
  await assert.rejects(all, (error) => error instanceof StorageError);
  await file.close();
});
