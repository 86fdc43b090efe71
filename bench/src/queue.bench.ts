// How workers share: a 30 s clip behind a 2 h film is ready in ≤ 1.5 × its time alone, and two slots
// of one thread make a video ≥ 1.9 × as fast as one.
// Run: node bench/src/queue.bench.ts [minutes of film, 120] [rounds, 3]
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

// What no player takes, so that all of it is encoded.
async function makeSource(name: string, seconds: number, loops: number): Promise<Buffer> {
  const once = join(folder, `once-${name}`);
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', `testsrc2=s=1280x720:r=25:d=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=d=${seconds}`, '-c:v', 'mpeg4', '-q:v', '6', '-g', '50'],
    ...['-c:a', 'libmp3lame', '-shortest', once],
  ]);
  const path = join(folder, name);
  const input = ['-v', 'error', '-y', '-stream_loop', String(loops - 1), '-i', once];
  await run('ffmpeg', [...input, '-c', 'copy', path]);
  return readFile(path);
}

const clip = await makeSource('clip.mkv', 30, 1);
const film = await makeSource('film.mkv', 60, filmMinutes);

async function secondsOf(client: Client & { projectKey: string }, bytes: Buffer): Promise<number> {
  const { key, lastByteAt } = await upload(client, { bytes, title: 'clip' });
  const last = await lastByteAt;
  return ((await whenVideo(client, key, isCompleted)) - last) / 1000;
}

const [alone, behind, oneSlot]: [number[], number[], number[]] = [[], [], []];
for (const slots of [1, 2]) {
  const product = await startProduct(undefined, { WORKER_SLOTS: String(slots) });
  try {
    const client = await openClient(product);
    for (let round = 0; round < rounds; round += 1) {
      (slots === 1 ? oneSlot : alone).push(await secondsOf(client, clip));
    }
    if (slots === 1) continue;
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
}
await rm(folder, { recursive: true });
const [a, b, c] = [median(alone), median(behind), median(oneSlot)];
console.log(
  `30 s clip: alone ${a.toFixed(1)} s, behind a film of ${filmMinutes} min ${b.toFixed(1)} s: ` +
    `${(b / a).toFixed(2)} × (promise: ≤ 1.5)`,
);
console.log(
  `one slot ${c.toFixed(1)} s, two ${a.toFixed(1)} s: ${(c / a).toFixed(2)} × (promise: ≥ 1.9)`,
);
