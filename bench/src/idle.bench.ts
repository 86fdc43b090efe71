// Promises: without any activity, after use, all processes with PostgreSQL hold at most 450 MB and take at
// most 1 % of a core. Run: node bench/src/idle.bench.ts [seconds watched, 120]
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { cpuSeconds, descendants, endedSeconds, proportionalMb } from './process-usage.ts';
import { isCompleted, openClient, upload, waitForVideo } from './product-client.ts';
import { startProduct } from './product.ts';
import { requirePackages } from './require-packages.ts';

requirePackages('ffmpeg');
const seconds = Number(process.argv[2] ?? 120);
/** Until what use has left behind is gone: connections that are kept, memory that is given back. */
const REST_MS = 120_000;
const MOST_MB = 450;
const MOST_PERCENT = 1;

const folder = await mkdtemp(join(tmpdir(), 'kinora-idle-'));
const product = await startProduct();
try {
  await use();
  await sleep(REST_MS);
  const before = measure();
  const from = performance.now();
  await sleep(seconds * 1000);
  const after = measure();
  const watched = (performance.now() - from) / 1000;
  for (const [name, { mb, cpu }] of after) {
    const percent = ((cpu - (before.get(name)?.cpu ?? 0)) / watched) * 100;
    console.log(`${name}: ${mb.toFixed(0)} MB, ${percent.toFixed(2)} % of a core`);
  }
  const sum = (of: typeof after, what: 'mb' | 'cpu') =>
    [...of.values()].reduce((total, one) => total + one[what], 0);
  const percent = ((sum(after, 'cpu') - sum(before, 'cpu')) / watched) * 100;
  console.log(`together: ${sum(after, 'mb').toFixed(0)} MB (promise: ≤ ${MOST_MB}),`);
  console.log(
    `  ${percent.toFixed(2)} % of a core over ${watched.toFixed(0)} s (≤ ${MOST_PERCENT})`,
  );
} finally {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A video is encoded, lists are read, and a stream is played. */
async function use(): Promise<void> {
  const client = await openClient(product);
  const path = join(folder, 'clip.mp4');
  await promisify(execFile)('ffmpeg', [
    '-y',
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=1280x720:r=30:d=20',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    path,
  ]);
  const sent = await upload(client, { bytes: await readFile(path), title: 'Clip' });
  await waitForVideo(client, sent.key, isCompleted, 200);
  const urls = [
    { url: `${product.url}/api/v1/videos?limit=20`, headers: client.headers },
    { url: `${product.edgeUrl}/streams/${sent.key}/playlist.m3u8`, headers: {} },
  ];
  for (const one of urls) await autocannon({ ...one, connections: 10, amount: 2000 });
}

function measure() {
  const found = new Map<string, { mb: number; cpu: number }>();
  for (const { pid, command } of descendants(product.pid)) {
    const name = toName(command);
    const { mb, cpu } = found.get(name) ?? { mb: 0, cpu: 0 };
    const ran = cpuSeconds(pid).runs + endedSeconds(pid);
    found.set(name, { mb: mb + proportionalMb(pid), cpu: cpu + ran });
  }
  return found;
}

function toName(command: string): string {
  if (/postgres/.test(command)) return 'PostgreSQL';
  const [, role] = /start\/([a-z-]+)\.ts/.exec(command) ?? [];
  return role === 'all' ? 'supervisor' : (role ?? 'shell');
}
