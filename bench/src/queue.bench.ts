// How workers share: a 30 s clip behind a 2 h film is ready in ≤ 1.5 × its time alone, and two slots
// of one thread make a video ≥ 1.9 × as fast as one.
// Run: node bench/src/queue.bench.ts [minutes of film, 120] [rounds, 3]
import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { median } from './median.ts';
import { type Client, isCompleted, openClient, upload, whenVideo } from './product-client.ts';
import { startProduct } from './product.ts';

const run = promisify(execFile);
const filmMinutes = Number(process.argv[2] ?? 120);
const rounds = Number(process.argv[3] ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'kinora-queue-'));

type Shape = { size: string; seconds: number; loops: number };

// What no player takes, so that all of it is encoded.
async function makeSource(name: string, { size, seconds, loops }: Shape): Promise<Buffer> {
  const once = join(folder, `once-${name}`);
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=d=${seconds}`, '-c:v', 'mpeg4', '-q:v', '12', '-g', '50'],
    ...['-c:a', 'libmp3lame', '-shortest', once],
  ]);
  const path = join(folder, name);
  const input = ['-v', 'error', '-y', '-stream_loop', String(loops - 1), '-i', once];
  await run('ffmpeg', [...input, '-c', 'copy', path]);
  return readWhole(path);
}

/** Also of more than 2 GiB. */
async function readWhole(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size;) {
    at += (await file.read(bytes, at, Math.min(size - at, 2 ** 30), at)).bytesRead;
  }
  return bytes;
}

const clip = await makeSource('clip.mkv', { size: '1280x720', seconds: 30, loops: 1 });
const film = await makeSource('film.mkv', { size: '1280x720', seconds: 60, loops: filmMinutes });
// Long enough that nothing of it is in such haste that it runs beside the slots, but its beginning.
const lecture = await makeSource('lecture.mkv', { size: '640x360', seconds: 60, loops: 8 });

async function secondsOf(client: Client & { projectKey: string }, bytes: Buffer): Promise<number> {
  const { key, lastByteAt } = await upload(client, { bytes, title: 'clip' });
  const last = await lastByteAt;
  // Looked for often, it would take a fifth of a core from those that are measured.
  return ((await whenVideo(client, key, isCompleted, 250)) - last) / 1000;
}

/** What this machine gives at all: one process of one thread against two of them side by side. */
async function scaling(): Promise<number> {
  const input = ['-v', 'error', '-threads', '1', '-i', join(folder, 'once-lecture.mkv')];
  const coder = ['-filter_threads', '1', '-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1'];
  const encode = () => run('ffmpeg', [...input, ...coder, '-an', '-f', 'null', '-']);
  const seconds = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const one = await seconds(encode);
  const both = await seconds(() => Promise.all([encode(), encode()]));
  return (2 * one) / both;
}

const [alone, behind, scales]: [number[], number[], number[]] = [[], [], []];
const lectures = new Map<number, number[]>([
  [1, []],
  [2, []],
]);
for (let round = 0; round < rounds; round += 1) {
  scales.push(await scaling());
  for (const [slots, seconds] of lectures) {
    const product = await startProduct(undefined, { WORKER_SLOTS: String(slots) });
    try {
      seconds.push(await secondsOf(await openClient(product), lecture));
    } finally {
      await product.stop();
    }
  }
}
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
}
await rm(folder, { recursive: true });
const [a, b] = [median(alone), median(behind)];
console.log(
  `30 s clip: alone ${a.toFixed(1)} s, behind a film of ${filmMinutes} min ${b.toFixed(1)} s: ` +
    `${(b / a).toFixed(2)} × (promise: ≤ 1.5)`,
);
const [one = NaN, two = NaN] = [...lectures.values()].map(median);
console.log(
  `8 min: one slot ${one.toFixed(1)} s, two ${two.toFixed(1)} s: ${(one / two).toFixed(2)} × ` +
    `(promise: ≥ 1.9; two bare ffmpeg side by side: ${median(scales).toFixed(2)} ×)`,
);
