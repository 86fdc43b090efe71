// Measures how workers add up: two workers of one thread, each a process with a core to itself, against one of
// them. Promise: ≥ 1.9 ×. The API, the edge and the database run where there is room, as beside one
// worker, so that on two cores the second shares its own with them. The yardstick: bare ffmpeg of one
// thread, one and two of them, on the same cores.
// Run: node bench/src/workers.bench.ts [minutes of video, 30] [rounds, 3]
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { VideoJobs } from '@kinora/contract/jobs';
import { startPostgres } from '@kinora/postgres/start-postgres';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';
import { isCompleted, openClient, upload, waitForVideo } from './product-client.ts';
import { startProduct } from './product.ts';
import { makeForeign, readWhole } from './sources.ts';

requirePackages('ffmpeg', 'util-linux');
const run = promisify(execFile);
const minutes = Number(process.argv[2] ?? 30);
const rounds = Number(process.argv[3] ?? 3);
const folder = await mkdtemp(join(tmpdir(), 'kinora-workers-'));
const lecture = await makeForeign(folder, 'lecture', {
  size: '640x360',
  seconds: 60,
  loops: minutes,
});
const bytes = await readWhole(lecture.path);

const database = await startPostgres({ folder: join(folder, 'postgres') });
const shared = {
  DATABASE_URL: database.url,
  STORAGE_URL: `file://${join(folder, 'stored')}`,
  SECRET_KEY: 'only-for-a-bench-'.repeat(2),
};

/** Starts a worker of one thread, with all of its processes on one core. */
async function startWorker(core: number): Promise<() => Promise<void>> {
  const child = spawn('taskset', ['-c', String(core), 'npm', 'start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      ...shared,
      ROLES: 'worker',
      WORKER_SLOTS: '1',
      DATA_DIR: join(folder, `worker-${core}`),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(part);
    if (output.includes('Kinora is running')) break;
  }
  child.stdout.resume();
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}

/** Measures the machine itself. */
async function measureBareSeconds(cores: readonly number[]): Promise<number> {
  const input = ['-v', 'error', '-threads', '1', '-i', lecture.oncePath];
  const coder = ['-filter_threads', '1', '-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1'];
  const args = ['ffmpeg', ...input, ...coder, '-an', '-f', 'null', '-'];
  const start = performance.now();
  await Promise.all(cores.map((core) => run('taskset', ['-c', String(core), ...args])));
  return (performance.now() - start) / 1000;
}

const product = await startProduct(join(folder, 'api'), { ...shared, ROLES: 'api,edge' });
const [one, two, bare]: [number[], number[], number[]] = [[], [], []];
try {
  const client = await openClient(product);
  const measureSeconds = async (cores: readonly number[]): Promise<number> => {
    const workers = await Promise.all(cores.map(startWorker));
    try {
      const { key, lastByteAt } = await upload(client, { bytes, title: 'lecture' });
      await lastByteAt;
      const begun = Date.now();
      // Frequent polls would take from the cores that are measured.
      await waitForVideo(client, key, isCompleted, 2000);
      const path = `/api/encoding/v1/videos/${key}/jobs`;
      const { jobs } = await client.call<VideoJobs>('GET', path);
      const ends = jobs
        .filter(({ type }) => type === 'video' || type === 'audio')
        .map(({ completedAt }) => Date.parse(completedAt ?? ''));
      return (Math.max(...ends) - begun) / 1000;
    } finally {
      await Promise.all(workers.map((stop) => stop()));
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    bare.push((2 * (await measureBareSeconds([0]))) / (await measureBareSeconds([0, 1])));
    one.push(await measureSeconds([0]));
    two.push(await measureSeconds([0, 1]));
  }
} finally {
  await product.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}
const [a, b] = [median(one), median(two)];
console.log(
  `${minutes} min of 360p: one worker ${a.toFixed(1)} s, two ${b.toFixed(1)} s: ` +
    `${(a / b).toFixed(2)} × (promise: ≥ 1.9; bare ffmpeg: ${median(bare).toFixed(2)} ×)`,
);
