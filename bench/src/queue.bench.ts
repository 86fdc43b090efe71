// How a long film and a short clip share the workers: a 30 s clip behind a 2 h film is ready in
// ≤ 1.5 × its time alone.
// Run: node bench/src/queue.bench.ts [minutes of film, 120] [rounds, 3]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './median.ts';
import { needs } from './needs.ts';
import { type Client, isCompleted, openClient, upload, whenVideo } from './product-client.ts';
import { startProduct } from './product.ts';
import { makeForeign, readWhole, type Shape } from './sources.ts';

needs('ffmpeg');
const filmMinutes = Number(process.argv[2] ?? 120);
const rounds = Number(process.argv[3] ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'kinora-queue-'));

async function made(name: string, shape: Shape): Promise<Buffer> {
  return readWhole((await makeForeign(folder, name, shape)).path);
}
const clip = await made('clip', { size: '1280x720', seconds: 30, loops: 1 });
const film = await made('film', { size: '1280x720', seconds: 60, loops: filmMinutes });

async function secondsOf(client: Client & { projectKey: string }, bytes: Buffer): Promise<number> {
  const { key, lastByteAt } = await upload(client, { bytes, title: 'clip' });
  const last = await lastByteAt;
  // Looked for often, it would take a fifth of a core from those that are measured.
  return ((await whenVideo(client, key, isCompleted, 250)) - last) / 1000;
}

const [alone, behind]: [number[], number[]] = [[], []];
const product = await startProduct(undefined, { WORKER_SLOTS: '2' });
try {
  const client = await openClient(product);
  for (let round = 0; round < rounds; round += 1) alone.push(await secondsOf(client, clip));
  const { key, lastByteAt } = await upload(client, { bytes: film, title: 'film' });
  await lastByteAt;
  const { headers } = client;
  await whenVideo(client, key, ({ vod }) => vod.processingInfo.state === 'partiallyCompleted');
  await sleep(10_000);
  for (let round = 0; round < rounds; round += 1) behind.push(await secondsOf(client, clip));
  await fetch(`${product.url}/api/v1/videos/${key}`, { method: 'DELETE', headers });
} finally {
  await product.stop();
  await rm(folder, { recursive: true });
}
const [a, b] = [median(alone), median(behind)];
console.log(
  `30 s clip: alone ${a.toFixed(1)} s, behind a film of ${filmMinutes} min ${b.toFixed(1)} s: ` +
    `${(b / a).toFixed(2)} × (promise: ≤ 1.5)`,
);
