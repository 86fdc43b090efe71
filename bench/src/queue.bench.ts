// Measures how a long film and a short clip share the workers. Promise: a 30 s clip behind a 2 h film is
// ready in ≤ 1.5 × its time alone.
// Run: node bench/src/queue.bench.ts [minutes of film, 120] [rounds, 3]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';
import {
  type Client,
  deleteVideo,
  isCompleted,
  openClient,
  upload,
  waitForVideo,
} from './product-client.ts';
import { startProduct } from './product.ts';
import { makeForeign, readWhole, type Shape } from './sources.ts';

requirePackages('ffmpeg');
const filmMinutes = Number(process.argv[2] ?? 120);
const rounds = Number(process.argv[3] ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'kinora-queue-'));

async function makeSource(name: string, shape: Shape): Promise<Buffer> {
  return readWhole((await makeForeign(folder, name, shape)).path);
}
const clip = await makeSource('clip', { size: '1280x720', seconds: 30, loops: 1 });
const film = await makeSource('film', { size: '1280x720', seconds: 60, loops: filmMinutes });

async function measureSeconds(
  client: Client & { projectKey: string },
  bytes: Buffer,
): Promise<number> {
  const { key, lastByteAt } = await upload(client, { bytes, title: 'clip' });
  const last = await lastByteAt;
  // Frequent polls would take a fifth of a core from those that are measured.
  return ((await waitForVideo(client, key, isCompleted, 250)) - last) / 1000;
}

const [alone, behind]: [number[], number[]] = [[], []];
const product = await startProduct(undefined, { WORKER_SLOTS: '2' });
try {
  const client = await openClient(product);
  for (let round = 0; round < rounds; round += 1) alone.push(await measureSeconds(client, clip));
  const { key, lastByteAt } = await upload(client, { bytes: film, title: 'film' });
  await lastByteAt;
  await waitForVideo(client, key, ({ vod }) => vod.processingInfo.state === 'partiallyCompleted');
  await sleep(10_000);
  for (let round = 0; round < rounds; round += 1) behind.push(await measureSeconds(client, clip));
  await deleteVideo(client, key);
} finally {
  await product.stop();
  await rm(folder, { recursive: true });
}
const [a, b] = [median(alone), median(behind)];
console.log(
  `30 s clip: alone ${a.toFixed(1)} s, behind a film of ${filmMinutes} min ${b.toFixed(1)} s: ` +
    `${(b / a).toFixed(2)} × (promise: ≤ 1.5)`,
);
