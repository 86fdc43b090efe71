import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import { type Storage, StorageError } from '@kinora/storage/storage';
import type { TestS3 } from '@kinora/storage/test-s3-server';
import { startAppWorker } from '../../app-worker.ts';
import type { Context } from '../../base/context.ts';
import { startTestVideos, stateOf, type TestVideos } from '../../test-videos.ts';
import { smallDisk } from './test-disk.ts';
import {
  assertWhole,
  endPauses,
  piecesOf,
  startS3Storage,
  storedSegmentsAreThere,
} from './test-faults.ts';
import { assertOwned } from './test-storage.ts';

const SECONDS = 8;
const clip = { folder: await testFolder(), frames: SECONDS * 25 };
let s3: TestS3;
/** With a bucket, and with a folder. */
const disk = await smallDisk();
let remote: TestVideos;
let local: TestVideos;
let foreign: Buffer;
let conforming: Buffer;

before(async () => {
  const storage = await startS3Storage();
  s3 = storage.s3;
  remote = await startTestVideos({ NODE_ENV: 'test', WORKER_SLOTS: '2', ...storage.env });
  const place = disk && { STORAGE_URL: pathToFileURL(disk.folder).href };
  local = await startTestVideos({ NODE_ENV: 'test', WORKER_SLOTS: '2', ...place });
  const shown = `${testVideo('256x144', '25', SECONDS)} ${tone(SECONDS)}`;
  const make = (name: string, how: string) => makeClip(clip.folder, name, `${shown} ${how}`);
  foreign = await readFile(await make('foreign.mkv', '-c:v mpeg4 -q 5 -c:a aac -shortest'));
  conforming = await readFile(await make('clip.mp4', `${X264} -g 50 -c:a aac -shortest`));
});
after(async () => {
  await remote.close();
  await local.close();
  await s3.close();
  await disk?.close();
});

async function withWorker(context: Context, use: () => Promise<void>): Promise<void> {
  const worker = await startAppWorker(context);
  try {
    await use();
  } finally {
    await worker.stop(1000);
  }
}

const segments = /\/\d+\.m4s$/;
const sources = /^kinora\/sources\//;

test('an object store that refuses, drips and loses its answers costs nothing but time', async () => {
  // Each attempt of a request is tried four times in a row; some of these outlast that.
  s3.failNext({ kind: 'cut', operation: 'GetObject', key: sources, times: 3 });
  s3.failNext({ kind: 'error', operation: 'GetObject', key: sources, times: 2 });
  s3.failNext({ kind: 'error', operation: 'PutObject', key: /init\.mp4$/, times: 2 });
  s3.failNext({ kind: 'lost', operation: 'PutObject', key: segments, times: 2 });
  s3.failNext({ kind: 'slow', operation: 'PutObject', key: segments, ms: 300, times: 2 });
  s3.failNext({ kind: 'cut', operation: 'PutObject', key: segments, times: 2 });
  s3.failNext({ kind: 'lost', operation: 'PutObject', key: /key-frames\.json$/ });
  s3.failNext({ kind: 'error', status: 503, code: 'SlowDown', key: /cover-/, times: 2 });
  await withWorker(remote.app.context, async () => {
    for (const bytes of [foreign, conforming]) {
      const key = await remote.upload(bytes, { presetId: await remote.presetOf('model-k') });
      await assertWhole(remote, key, clip);
      assert.ok((await piecesOf(remote, key)).every(({ failures }) => failures === 0));
    }
  });
});

test('a source that breaks off again and again is fetched to its end, and no further', async () => {
  const gets = () => s3.operations.filter((name) => name === 'GetObject').length;
  const before = gets();
  // Each attempt gets half of the rest, which takes far more attempts than a failing piece is given.
  s3.failNext({ kind: 'cut', operation: 'GetObject', key: sources, times: 8 });
  await withWorker(remote.app.context, async () => {
    const key = await remote.upload(foreign, { presetId: await remote.presetOf('model-k') });
    await assertWhole(remote, key, clip);
  });
  assert.ok(gets() - before > 8);
});

test('a store that is away for longer than requests are repeated is waited for', async () => {
  const { storage } = remote.app.context;
  let isAway = false;
  let refused = 0;
  const put: Storage['put'] = async (key, body) => {
    if (isAway && segments.test(key)) {
      refused += 1;
      throw new StorageError('unavailable', 'away');
    }
    await storage.put(key, body);
  };
  await withWorker({ ...remote.app.context, storage: { ...storage, put } }, async () => {
    isAway = true;
    const key = await remote.upload(foreign, { presetId: await remote.presetOf('model-k') });
    // More failures of a piece than any other fault is granted.
    await until('many refusals', async () => {
      await endPauses(remote);
      return (await piecesOf(remote, key)).some(({ failures }) => failures > 3);
    });
    assert.ok(refused > 3);
    assert.equal(stateOf(await remote.video(key)), 'processing');
    await storedSegmentsAreThere(remote, key);
    isAway = false;
    await endPauses(remote);
    await assertWhole(remote, key, clip);
  });
});

type Trouble = { context: Context; begin: () => Promise<void>; end: () => Promise<void> };

/** Storage that stores two more segments and no other, until the trouble ends. */
function wrapped(error: StorageError): Trouble {
  const { storage } = local.app.context;
  let left = Infinity;
  const put: Storage['put'] = async (key, body) => {
    if (segments.test(key) && --left < 0) throw error;
    await storage.put(key, body);
  };
  const context = { ...local.app.context, storage: { ...storage, put } };
  const begin = async () => void (left = 2);
  return { context, begin, end: async () => void (left = Infinity) };
}

/** The disk itself, where the test may have one of its own. */
const full = (): Trouble =>
  disk
    ? { context: local.app.context, begin: disk.fill, end: disk.free }
    : wrapped(new StorageError('full', 'ENOSPC: write'));

const troubles: [string, () => Trouble][] = [
  ['a disk that is full', full],
  ['a disk that fails', () => wrapped(new StorageError('unavailable', 'EIO: write'))],
];
for (const [what, begin] of troubles) {
  test(`on ${what} nothing is recorded that is not stored; the rest is made when it is over`, async () => {
    const trouble = begin();
    await withWorker(trouble.context, async () => {
      const key = await local.upload(foreign, { presetId: await local.presetOf('model-k') });
      await trouble.begin();
      await until('failures', async () => {
        await endPauses(local);
        return (await piecesOf(local, key)).some(({ failures }) => failures > 3);
      });
      assert.notEqual(stateOf(await local.video(key)), 'failed');
      await storedSegmentsAreThere(local, key);
      await trouble.end();
      await until('the end', async () => {
        await endPauses(local);
        return stateOf(await local.video(key)) === 'completed';
      });
      await assertWhole(local, key, clip);
    });
  });
}

test('a disk that stays full ends the work with its reason', async () => {
  const { db, storage } = local.app.context;
  const put: Storage['put'] = async (key, body) => {
    if (segments.test(key)) throw new StorageError('full', 'ENOSPC: write');
    await storage.put(key, body);
  };
  await withWorker({ ...local.app.context, storage: { ...storage, put } }, async () => {
    const key = await local.upload(foreign, { presetId: await local.presetOf('model-k') });
    await until('a failure', async () =>
      (await piecesOf(local, key)).some(({ failures }) => failures > 0),
    );
    // Its pauses add up to ten minutes: this one is the last.
    await sql`update pieces set failures = 15`.execute(db);
    await endPauses(local);
    const ended = await local.until(key, (one) => stateOf(one) === 'failed');
    assert.equal(String(ended['vod']?.['processingInfo']?.['failureReason']), 'disk_full');
    assert.equal(ended['playable'], false);
    await assertOwned(local.app);
  });
});
