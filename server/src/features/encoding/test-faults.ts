import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { until } from '@kinora/contract/test-until';
import { sql } from 'kysely';
import { getStreamPrefix, KeyFrames, type StreamDescription } from '@kinora/contract/stream';
import { readKeyFrames } from '@kinora/media/encode/key-frames';
import { decode } from '@kinora/media/test-clips';
import { startTestS3, type TestS3 } from '@kinora/storage/test-s3-server';
import { stateOf, type TestVideos } from '../../test-videos.ts';
import { getStream } from './test-revisions.ts';
import { assertOwned, namesOf, segmentNames } from './test-storage.ts';

export type WorkerProcess = {
  child: ChildProcess;
  /** Sends a signal; SIGKILL and SIGTERM are waited for. */
  signal: (name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT') => Promise<void>;
};

// Registered for the whole file, since a hook's own registrations end with the hook.
const ends: (() => Promise<void>)[] = [];
after(() => Promise.all(ends.map((end) => end())));

/**
 * Starts a worker in a process of its own, with its own data folder and TMPDIR; it shares the database and
 * the storage. It ends with the test file.
 */
export async function forkWorker(
  { app }: Pick<TestVideos, 'app'>,
  env: Record<string, string> = {},
  execArgv: string[] = [],
): Promise<WorkerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-worker-'));
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const { config } = app.context;
  const child = fork(join(import.meta.dirname, '../../start/worker.ts'), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      TMPDIR: temporary,
      DATA_DIR: join(folder, 'data'),
      STORAGE_URL: config.storageUrl,
      ...config.secrets.storageEnv,
      SECRET_KEY: config.secrets.secretKey,
      ...env,
    },
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const signal: WorkerProcess['signal'] = async (name) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(name);
    if (name === 'SIGKILL' || name === 'SIGTERM') await ended;
  };
  ends.push(async () => {
    await signal('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  child.send({ type: 'begin', databaseUrl: app.databaseUrl });
  return { child, signal };
}

const credentials = { accessKeyId: 'AKTEST', secretAccessKey: 'a secret for tests' };

/** An S3 for one test file, and the settings with which it is the storage. */
export async function startS3Storage(): Promise<{ s3: TestS3; env: Record<string, string> }> {
  const s3 = await startTestS3({ ...credentials, buckets: ['films'] });
  const endpoint = encodeURIComponent(s3.url);
  return {
    s3,
    env: {
      STORAGE_URL: `s3://films/kinora?endpoint=${endpoint}&region=us-east-1&pathStyle=1`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
  };
}

/** Lets what silent workers run go back now; those that live have a heartbeat within 2 s. */
export async function expireLeases({ app }: Pick<TestVideos, 'app'>): Promise<void> {
  await sql`update pieces set started_at = now() - interval '11 s', leased_until = case
    when worker_id is null then now() end where state = 'running'`.execute(app.context.db);
  await sql`update workers set seen_at = now() - interval '11 s'`.execute(app.context.db);
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 min'
    where state = 'active'`.execute(app.context.db);
}

export const piecesOf = ({ app }: Pick<TestVideos, 'app'>, videoKey: string) =>
  app.context.db
    .selectFrom('pieces as p')
    .innerJoin('revisions as r', 'r.key', 'p.revision_key')
    .selectAll('p')
    .where('r.video_key', '=', videoKey)
    .execute();

const renditionsOf = ({ video, audio }: StreamDescription) => [...video, ...audio];

/**
 * The invariants under faults, of a video that is done: each planned segment is stored, decodes
 * and has every picture; nothing is stored that no row owns; rows, answer and document agree.
 */
export async function assertWhole(
  videos: TestVideos,
  videoKey: string,
  clip: { folder: string; frames: number },
): Promise<{ stream: StreamDescription; bytes: Map<string, Buffer> }> {
  const done = await videos.until(videoKey, (one) =>
    ['completed', 'failed'].includes(stateOf(one)),
  );
  assert.equal(stateOf(done), 'completed', JSON.stringify(done['vod']?.['processingInfo']));
  await until('the last piece', async () =>
    (await piecesOf(videos, videoKey)).every(({ state }) => state === 'completed'),
  );
  const revisionKey = String(done['vod']?.['revisionKey']);
  const stream = await getStream(videos.app.context.db, revisionKey);
  assert.ok(!stream.open && renditionsOf(stream).every(({ ready }) => ready));
  await videos.untilPublished(videoKey, (document) => isDeepStrictEqual(document.stream, stream));
  const bytes = await storedBytes(videos, stream);
  for (const rendition of renditionsOf(stream)) await assertDecodes(stream, rendition, bytes, clip);
  await assertCounted(videos, videoKey, stream, bytes);
  await assertOwned(videos.app);
  return { stream, bytes };
}

/** Every object of a stream by its name, which are exactly those that its description names. */
async function storedBytes(
  { app }: TestVideos,
  stream: StreamDescription,
): Promise<Map<string, Buffer>> {
  const { storage } = app.context;
  const prefix = getStreamPrefix(stream);
  const bytes = new Map<string, Buffer>();
  for await (const key of storage.list(prefix)) {
    bytes.set(key.slice(prefix.length), (await storage.read(key, 2 ** 26)) ?? Buffer.alloc(0));
  }
  assert.deepEqual([...bytes.keys()].toSorted(), namesOf(stream).toSorted());
  return bytes;
}

async function assertDecodes(
  stream: StreamDescription,
  rendition: ReturnType<typeof renditionsOf>[number],
  bytes: Map<string, Buffer>,
  { folder, frames }: { folder: string; frames: number },
): Promise<void> {
  const { id } = rendition;
  const of = (name: string) => bytes.get(name) ?? Buffer.alloc(0);
  const segments = segmentNames(stream, rendition).map(of);
  const sums = await decode(folder, { init: of(`${id}/init.mp4`), segments }, '-f framemd5 -');
  const lines = String(sums)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if ('segments' in rendition) return assert.ok(lines.length > 0, `${id} is heard`);
  assert.equal(lines.length, frames, `pictures of ${id}`);
  const told = KeyFrames.parse(JSON.parse(String(of(`${id}/key-frames.json`))));
  assert.deepEqual(told.segments, segments.map(readKeyFrames), `key frames of ${id}`);
}

async function assertCounted(
  videos: TestVideos,
  videoKey: string,
  stream: StreamDescription,
  bytes: Map<string, Buffer>,
): Promise<void> {
  const vod = (await videos.video(videoKey))['vod'];
  const count = renditionsOf(stream).length;
  assert.deepEqual(
    [
      vod?.['processingInfo']?.['totalCompletedOutputs'],
      vod?.['processingInfo']?.['totalExpectedOutputs'],
    ],
    [count, count],
  );
  const outputs = (vod?.['outputs'] ?? []) as unknown as { completed: boolean; fileSize: number }[];
  const sizes = renditionsOf(stream).map((rendition) =>
    segmentNames(stream, rendition).reduce((sum, name) => sum + (bytes.get(name)?.length ?? 0), 0),
  );
  assert.deepEqual(
    outputs.map(({ completed, fileSize }) => [completed, fileSize]),
    sizes.map((size) => [true, size]),
  );
  const { db } = videos.app.context;
  for (const table of ['stored_segments', 'stored_inits'] as const) {
    const left = await db
      .selectFrom(table)
      .select('rendition_id')
      .where('revision_key', '=', stream.revisionKey)
      .execute();
    assert.deepEqual(left, [], `what is kept in ${table} for the work only`);
  }
  const row = await db
    .selectFrom('revisions')
    .select('progress_percent')
    .where('key', '=', stream.revisionKey)
    .executeTakeFirstOrThrow();
  assert.equal(row.progress_percent, 100);
}

/** Lets pieces that pause after a fault go back now. */
export async function endPauses({ app }: Pick<TestVideos, 'app'>): Promise<void> {
  await sql`update pieces set leased_until = now() - interval '1 s'
    where state = 'running' and worker_id is null`.execute(app.context.db);
}

/** Each segment that is recorded as stored is there, with as many bytes, and no other segment is shown. */
export async function storedSegmentsAreThere(videos: TestVideos, videoKey: string): Promise<void> {
  const { db, storage } = videos.app.context;
  const noted = await db
    .selectFrom('stored_segments as s')
    .innerJoin('revisions as r', 'r.key', 's.revision_key')
    .select(['s.revision_key as revisionKey', 's.rendition_id', 's.number', 's.size_bytes'])
    .select('r.folder')
    .where('r.video_key', '=', videoKey)
    .execute();
  for (const { rendition_id, number, size_bytes, ...place } of noted) {
    const key = `${getStreamPrefix({ ...place, videoKey })}${rendition_id}/${number}.m4s`;
    assert.equal((await storage.stat(key))?.sizeBytes, size_bytes, key);
  }
}
