// Counts an edge's requests to an object store while nothing changes, and times a change until it is
// live: the API and an edge on S3, with 1,000 videos each watched once a second. Promise: ≤ 5 requests a
// second, all processes together, and a change live about a second after it is committed.
// Run: node bench/src/changes.bench.ts [videos, 1000] [seconds without a change, 40] [changes, 30]
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestStream } from '@kinora/contract/test-stream';
import { until } from '@kinora/contract/test-until';
import { emptyTestDatabase } from '@kinora/server/base/test-database';
import { startTestS3 } from '@kinora/storage/test-s3-server';
import pg from 'pg';
import { median } from './median.ts';
import { deleteVideo, openClient, type Video } from './product-client.ts';
import { startProduct } from './product.ts';

const videos = Number(process.argv[2] ?? 1000);
const quietSeconds = Number(process.argv[3] ?? 40);
const changes = Number(process.argv[4] ?? 30);
const credentials = { accessKeyId: 'bench', secretAccessKey: 'a secret for benches' };
const stream = createTestStream({ coverWidths: [320] });
const s3 = await startTestS3({ ...credentials, buckets: ['videos'] });
const database = await emptyTestDatabase();
const product = await startProduct(undefined, {
  ROLES: 'api,edge',
  DATABASE_URL: database.url,
  STORAGE_URL: `s3://videos/kinora?endpoint=${encodeURIComponent(s3.url)}&region=us-east-1&pathStyle=1`,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});
const client = await openClient(product);
const watching = new AbortController();
/** Counts the edge's answers to viewers. */
let answered = 0;
try {
  const keys = await publishVideos();
  const watched = watch(keys);
  await until('all to be known', () => answered >= 3 * videos);
  const [before, answeredBefore] = [s3.operations.length, answered];
  await sleep(quietSeconds * 1000);
  const sent = s3.operations.slice(before);
  const rate = (count: number) => (count / quietSeconds).toFixed(2);
  const reads = sent.filter((name) => name === 'GetObject').length;
  console.log(
    `${videos} videos requested ${rate(answered - answeredBefore)} times a second, nothing changes: ` +
      `${rate(sent.length)} requests a second to storage, ` +
      `${rate(reads)} of them reads (promise: ≤ 5)`,
  );
  const titled = await timesOf(keys.slice(0, changes), async (key) => {
    const title = `changed ${performance.now()}`;
    const commit = client.call('PUT', `/api/v1/videos/${key}`, { title });
    return { commit, isLive: async () => (await page(key)).includes(title) };
  });
  report('a title', titled);
  const deleted = await timesOf(keys.slice(changes, 2 * changes), async (key) => {
    const commit = deleteVideo(client, key);
    return { commit, isLive: async () => (await fetch(playlistOf(key))).status === 410 };
  });
  report('a deletion', deleted);
  watching.abort();
  await watched;
} finally {
  watching.abort();
  await product.stop();
  await database.close();
  await s3.close();
}

/** Makes videos that can be watched. Publishing all of them takes the product some seconds. */
async function publishVideos(): Promise<string[]> {
  const source = { type: 'video/mp4', size: 10, fileName: 'a.mp4' };
  const keys: string[] = [];
  while (keys.length < videos) {
    const titles = Array.from({ length: Math.min(500, videos - keys.length) }, () => 'a video');
    const { projectKey } = client;
    const sent = { projectKey, videos: titles.map((title) => ({ title, source })) };
    const made = await client.call<Video[]>('POST', '/api/v1/videos', sent);
    keys.push(...made.map(({ key }) => key));
  }
  await makePlayable();
  const left = keys.values();
  const lane = async () => {
    for (const key of left) await client.call('PUT', `/api/v1/videos/${key}`, { title: 'watched' });
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  for (const key of keys) {
    await until('all videos', async () => (await fetch(playlistOf(key))).status === 200);
  }
  return keys;
}

async function makePlayable(): Promise<void> {
  const db = new pg.Client(database.url);
  await db.connect();
  try {
    const { folder, deliveryModel, durationMs, video, audio, videoSegments } = stream;
    const renditions = { video, audio, videoSegments, open: false, firstRenditionId: null };
    await db.query(
      `update revisions set state = 'completed', renditions = $1, folder = $2, delivery_model = $3,
        duration_ms = $4`,
      [JSON.stringify(renditions), folder, deliveryModel, durationMs],
    );
  } finally {
    await db.end();
  }
}

function playlistOf(key: string): string {
  return `${product.edgeUrl}/streams/${key}/playlist.m3u8`;
}

async function page(key: string): Promise<string> {
  return (await fetch(`${product.edgeUrl}/embed/${key}`)).text();
}

/** Requests each video once a second, one after the other. */
async function watch(keys: readonly string[]): Promise<void> {
  const turn = async (at: number) => {
    await sleep(at);
    while (!watching.signal.aborted) {
      const beganAt = performance.now();
      for (let n = at; n < keys.length; n += 50) {
        await (await fetch(playlistOf(keys[n] ?? ''))).arrayBuffer();
        answered += 1;
      }
      await sleep(Math.max(0, 1000 - (performance.now() - beganAt)));
    }
  };
  await Promise.all(Array.from({ length: 50 }, (_, at) => turn(at)));
}

type Change = { commit: Promise<unknown>; isLive: () => Promise<boolean> };

/** Milliseconds from the API's answer, which is sent as soon as it is committed, to the edge's. */
async function timesOf(keys: readonly string[], make: (key: string) => Promise<Change>) {
  const times: number[] = [];
  for (const key of keys) {
    // The random pause keeps changes out of step with the edge's reads of the list.
    await sleep(500 + Math.random() * 1000);
    const { commit, isLive } = await make(key);
    await commit;
    const committedAt = performance.now();
    await until('the change', isLive, { everyMs: 10 });
    times.push(performance.now() - committedAt);
  }
  return times;
}

function report(what: string, times: readonly number[]): void {
  const [middle, longest] = [median(times), Math.max(...times)].map((ms) => ms.toFixed(0));
  console.log(
    `${what} is live ${middle} ms after its commit, the slowest ${longest} ms (promise: about 1000)`,
  );
}
