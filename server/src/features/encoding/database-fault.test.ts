// alone: it names a PostgreSQL of its own in its environment
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { makeClip, testVideo, testFolder, tone } from '@kinora/media/test-clips';
import { type RunningPostgres, startPostgres } from '@kinora/postgres/start-postgres';
import { startTestVideos, type TestVideos } from '../../test-videos.ts';
import { assertWhole, forkWorker, piecesOf, type WorkerProcess } from './test-faults.ts';

const SECONDS = 24;
const clip = { folder: await testFolder(), frames: SECONDS * 25 };
const options = { folder: await mkdtemp(join(tmpdir(), 'kinora-cluster-')), isDurable: false };
let cluster: RunningPostgres;
let videos: TestVideos;
let worker: WorkerProcess;
let foreign: Buffer;

before(async () => {
  cluster = await startPostgres(options);
  // This file has a server of its own, as it kills it.
  process.env['TEST_DATABASE_URL'] = cluster.url;
  videos = await startTestVideos({ NODE_ENV: 'test' });
  worker = await forkWorker(videos, {
    STORAGE_URL: videos.app.context.config.storageUrl,
    WORKER_SLOTS: '2',
  });
  const made = `${testVideo('256x144', '25', SECONDS)} ${tone(SECONDS)} -c:v mpeg4 -c:a aac -shortest`;
  foreign = await readFile(await makeClip(clip.folder, 'foreign.mkv', made));
});
after(async () => {
  await worker?.signal('SIGKILL');
  await videos?.close();
  await cluster?.stop();
  await rm(options.folder, { recursive: true, force: true });
});

test('PostgreSQL killed while pieces run costs no video and no worker', async () => {
  const key = await videos.upload(foreign, { presetId: await videos.presetOf('model-k') });
  await until('pictures to be encoded', async () =>
    (await piecesOf(videos, key)).some(
      ({ kind, state }) => kind === 'video' && state === 'running',
    ),
  );
  process.kill(cluster.pid, 'SIGKILL');
  await cluster.ended;
  const { url } = cluster;
  cluster = await startPostgres(options);
  assert.equal(cluster.url, url);
  await assertWhole(videos, key, clip);
  assert.equal(worker.child.exitCode ?? worker.child.signalCode, null);
  const failures = (await piecesOf(videos, key)).map((piece) => piece.failures);
  assert.ok(Math.max(...failures) <= 1, String(failures));
});
