import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { makeClip, testVideo, testFolder, tone, X264 } from '@kinora/media/test-clips';
import type { TestS3 } from '@kinora/storage/test-s3-server';
import { startTestVideos, stateOf, type TestVideos } from '../../test-videos.ts';
import { forgetWorker } from '../pieces/actions/heartbeat.ts';
import {
  assertWhole,
  expireLeases,
  forkWorker,
  piecesOf,
  startS3Storage,
  type WorkerProcess,
} from './test-faults.ts';
import { endTimeOfViewers, listFolders } from '../drm/test-sweeps.ts';

const SECONDS = 8;
const clip = { folder: await testFolder(), frames: SECONDS * 25 };
let s3: TestS3;
let videos: TestVideos;
/** Encoded whole, since no browser plays it. */
let foreign: Buffer;
/** Its own bytes are the top rendition. */
let conforming: Buffer;
/** Machines that have nothing in common but the database and the bucket, by their ids. */
const workers = new Map<string, WorkerProcess>();

before(async () => {
  const storage = await startS3Storage();
  s3 = storage.s3;
  videos = await startTestVideos({ NODE_ENV: 'test', ...storage.env });
  const both = addWorker().then(addWorker);
  const shown = `${testVideo('256x144', '25', SECONDS)} ${tone(SECONDS)}`;
  const make = (name: string, how: string) => makeClip(clip.folder, name, `${shown} ${how}`);
  foreign = await readFile(await make('foreign.mkv', '-c:v mpeg4 -q 5 -c:a aac -shortest'));
  conforming = await readFile(await make('clip.mp4', `${X264} -g 50 -c:a aac -shortest`));
  await both;
});
after(async () => {
  await videos.close();
  await s3.close();
});

async function addWorker(): Promise<void> {
  const worker = await forkWorker(videos, { WORKER_SLOTS: '1' });
  await until('its sign of life', async () => {
    const rows = await videos.app.context.db.selectFrom('workers').select('id').execute();
    const id = rows.find((row) => !workers.has(row.id))?.id;
    if (id) workers.set(id, worker);
    return id !== undefined;
  });
}

const upload = async (bytes: Buffer, model: string) =>
  videos.upload(bytes, { presetId: await videos.presetOf(model) });

/** Holds the next request of a kind for ever; resolves when it has come. */
function hold(operation: string, key: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  s3.failNext({ kind: 'slow', ms: 600_000, operation, key, reached: resolve });
  return promise;
}

/** The worker that makes a piece of a video just now. */
async function makerOf(videoKey: string, kind: string): Promise<[string, WorkerProcess]> {
  const pieces = await piecesOf(videos, videoKey);
  const id = pieces.find((piece) => piece.kind === kind && piece.state === 'running')?.worker_id;
  const worker = workers.get(id ?? '');
  assert.ok(id && worker, `nobody makes the ${kind}`);
  return [id, worker];
}

/** Kills the worker that makes a piece, replaces it, and ends the lease early. */
async function killMaker(videoKey: string, kind: string): Promise<void> {
  const [id, worker] = await makerOf(videoKey, kind);
  await worker.signal('SIGKILL');
  workers.delete(id);
  await forgetWorker(videos.app.context.db, id);
  await expireLeases(videos);
  await addWorker();
}

test('two machines that share a database and a bucket make one video together', async () => {
  const key = await upload(foreign, 'model-k');
  const { bytes } = await assertWhole(videos, key, clip);
  assert.ok(bytes.size > 5);
  const makers = new Set((await piecesOf(videos, key)).map((piece) => piece.worker_id));
  assert.equal(makers.size, 2, 'each has taken some');
});

test('a worker that is killed while it copies, and while it writes the file, is replaced', async () => {
  const { db } = videos.app.context;
  const classic = await videos.presetOf('classic');
  // The file is wanted beside the stream.
  await sql`update presets set profiles = profiles ||
    jsonb_build_array(profiles -> 0 || '{"name": "Files", "formatType": "mp4"}')
    where id = ${classic}`.execute(db);
  const copying = hold('PutObject', /\/2\.m4s$/);
  const key = await upload(conforming, 'classic');
  await copying;
  const writing = hold('PutObject', /p\.mp4$/);
  await killMaker(key, 'copy');
  await writing;
  const partly = await videos.video(key);
  assert.equal(stateOf(partly), 'partiallyCompleted');
  await killMaker(key, 'progressive');
  const { stream } = await assertWhole(videos, key, clip);
  assert.ok(stream.progressive.length > 0);
  const pieces = await piecesOf(videos, key);
  const twice = pieces.filter(({ attempt }) => attempt > 1).map(({ kind }) => kind);
  assert.ok(twice.includes('copy') && twice.includes('progressive'), String(twice));
});

test('a worker that is killed while it protects a stream leaves viewers what they had', async () => {
  const key = await upload(foreign, 'model-k');
  const before = await assertWhole(videos, key, clip);
  const vodId = String((await videos.video(key))['vod']?.['id']);
  const url = `/api/v1/videos/${key}/vods/${vodId}/drm-model`;
  const held = hold('PutObject', /-p1\/2\.m4s$/);
  const asked = { as: videos.admin, body: { drmModel: 'clearKey' } };
  assert.equal((await videos.app.call('PUT', url, asked)).status, 200);
  await held;
  // Only the queue knows which of them packages.
  for (const [id, worker] of [...workers]) {
    await worker.signal('SIGKILL');
    workers.delete(id);
    await forgetWorker(videos.app.context.db, id);
  }
  const { stream } = await videos.untilPublished(key, () => true);
  assert.deepEqual(stream, before.stream);
  await expireLeases(videos);
  await addWorker();
  await videos.until(key, (one) => String(one['vod']?.['drmModel']) === 'clearKey');
  const protectedIds = [...before.stream.video, ...before.stream.audio].map(({ id }) => `${id}-p2`);
  const folders = () => listFolders(videos.app.context.storage, before.stream);
  const wanted = protectedIds.toSorted().join();
  await endTimeOfViewers(videos.app.context.db);
  await until('what is left over to be removed', async () => String(await folders()) === wanted);
  const locked = await videos.untilPublished(
    key,
    (told) => told.stream?.encryption?.method === 'cbcs',
  );
  assert.deepEqual(
    [...(locked.stream?.video ?? []), ...(locked.stream?.audio ?? [])].map(({ id }) => id),
    protectedIds,
  );
});

test('a worker that was stopped for longer than its lease changes nothing when it goes on', async () => {
  await addWorker();
  const held = hold('PutObject', /\/1\.m4s$/);
  const key = await upload(foreign, 'model-k');
  await held;
  const running = (await piecesOf(videos, key)).filter(({ state }) => state === 'running');
  const stopped = running.find(({ kind }) => kind === 'video') ?? running[0];
  const worker = workers.get(stopped?.worker_id ?? '');
  assert.ok(stopped && worker);
  await worker.signal('SIGSTOP');
  await expireLeases(videos);
  const { db } = videos.app.context;
  await until('the others to end it', async () => {
    // PostgreSQL itself ends what a stopped process left open, after a minute.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where state = 'idle in transaction' and state_change < now() - interval '2 s'`.execute(db);
    return stateOf(await videos.video(key)) === 'completed';
  });
  const { stream, bytes } = await assertWhole(videos, key, clip);
  await worker.signal('SIGCONT');
  await forgetWorker(db, stopped.worker_id ?? '');
  await until('it to be back', async () => {
    const rows = await db.selectFrom('workers').select('id').execute();
    return rows.some(({ id }) => id === stopped.worker_id);
  });
  const after = await assertWhole(videos, key, clip);
  assert.deepEqual(after.stream, stream);
  for (const [name, before] of bytes) assert.ok(after.bytes.get(name)?.equals(before), name);
});
