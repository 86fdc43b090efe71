// Promise: a 1 MB segment costs the edge at most a third of the CPU that @fastify/static needs.
// Run: node bench/src/edge.bench.ts

import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import { randomBytes } from 'node:crypto';
import { getPublishedChannelKey, getPublishedVideoKey } from '@kinora/contract/published';
import { createTestStream, createTestVideo } from '@kinora/contract/test-stream';
import { openServiceEgress } from '@kinora/edge/licences/licence-service';
import { createEdge } from '@kinora/edge/serve';
import { openStorage } from '@kinora/storage/storage';
import { startTestS3 } from '@kinora/storage/test-s3-server';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 16;
const REQUIRED_RATIO = 3;
const SEGMENT_BYTES = 1024 * 1024;
/** More than the edge keeps in memory, so that the cold figure reads from the disk's cache. */
const COLD_SEGMENTS = 200;

type Subject = {
  name: string;
  /** Over all segments, instead of one again and again. */
  spread: boolean;
  ours: boolean;
  /** Reads from an S3 in a separate process, whose CPU does not count. */
  fromS3?: boolean;
};

const SUBJECTS: Subject[] = [
  { name: 'edge, one segment', ours: true, spread: false },
  { name: '@fastify/static, one segment', ours: false, spread: false },
  { name: `edge, ${COLD_SEGMENTS} segments at random`, ours: true, spread: true },
  { name: `@fastify/static, ${COLD_SEGMENTS} segments at random`, ours: false, spread: true },
  {
    name: `edge, ${COLD_SEGMENTS} segments at random in S3`,
    ours: true,
    spread: true,
    fromS3: true,
  },
];

const credentials = { accessKeyId: 'bench', secretAccessKey: 'of the bench' };
const toEnv = ({ accessKeyId, secretAccessKey }: typeof credentials) => ({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
});

type Sample = {
  cpuMicros: number;
  perSecond: number;
};

if (process.argv[2] === 'edge') await serveWithEdge(process.argv[3] ?? '', process.argv[4]);
else if (process.argv[2] === 's3') await serveS3(process.argv[3] ?? '');
else if (process.argv[2] === 'fastify') await serveWithFastify(process.argv[3] ?? '');
else await compare();

async function compare(): Promise<void> {
  requirePackages('wrk');
  const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-edge-'));
  let store: ChildProcess | null = null;
  try {
    await writeSegments(folder);
    store = fork(import.meta.filename, ['s3', folder]);
    const [endpoint] = (await once(store, 'message')) as [string];
    const samples = new Map<string, Sample[]>(SUBJECTS.map(({ name }) => [name, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const subject of round % 2 === 0 ? SUBJECTS : SUBJECTS.toReversed()) {
        const sample = await measure(subject, folder, endpoint);
        // The first round warms the disk's cache.
        if (round > 0) samples.get(subject.name)?.push(sample);
      }
    }
    report(samples);
  } finally {
    store?.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(subject: Subject, folder: string, endpoint: string): Promise<Sample> {
  const args = subject.fromS3 ? [folder, endpoint] : [folder];
  const child = fork(import.meta.filename, [subject.ours ? 'edge' : 'fastify', ...args]);
  try {
    const [port] = (await once(child, 'message')) as [number];
    await runWrk(port, subject.spread, 1);
    const before = await cpuOf(child);
    const { requests, perSecond } = await runWrk(port, subject.spread, SECONDS);
    const after = await cpuOf(child);
    return { cpuMicros: (after - before) / requests, perSecond };
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [micros] = (await once(child, 'message')) as [number];
  return micros;
}

async function runWrk(port: number, spread: boolean, seconds: number) {
  const script = join(tmpdir(), `kinora-bench-edge-${process.pid}.lua`);
  await writeFile(script, wrkScript(spread));
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script];
  try {
    const url = `http://127.0.0.1:${port}/`;
    const { stdout } = await promisify(execFile)('wrk', [...args, url]);
    const [requests, errors, micros] = /RESULT (\d+) (\d+) (\d+)/.exec(stdout)?.slice(1) ?? [];
    if (!requests || errors !== '0' || !micros) throw new Error(`wrk failed:\n${stdout}`);
    return { requests: Number(requests), perSecond: Number(requests) / (Number(micros) / 1e6) };
  } finally {
    await rm(script, { force: true });
  }
}

function wrkScript(spread: boolean): string {
  const number = spread ? `math.random(1, ${COLD_SEGMENTS})` : '1';
  return `
request = function()
  return wrk.format('GET', '/streams/vid/rev/v1080/' .. ${number} .. '.m4s')
end
done = function(summary)
  local e = summary.errors
  local bad = e.connect + e.read + e.write + e.status + e.timeout
  print(string.format('RESULT %d %d %d', summary.requests, bad, summary.duration))
end`;
}

function report(samples: Map<string, Sample[]>): void {
  console.log(`${cpus().length} cores, ${ROUNDS} rounds of ${SECONDS} s, 1 MiB, interleaved`);
  const medians = SUBJECTS.map((subject) => {
    const taken = samples.get(subject.name) ?? [];
    const cpuMicros = median(taken.map((sample) => sample.cpuMicros));
    const perSecond = median(taken.map((sample) => sample.perSecond));
    const figures = `${cpuMicros.toFixed(0).padStart(6)} µs CPU  ${perSecond.toFixed(0).padStart(6)} /s`;
    console.log(`${subject.name.padEnd(44)}${figures}`);
    return cpuMicros;
  });
  const [hot = NaN, hotYardstick = NaN, cold = NaN, coldYardstick = NaN] = medians;
  const ratio = hotYardstick / hot;
  console.log(`from memory: ${ratio.toFixed(2)} × @fastify/static (promise: ≥ ${REQUIRED_RATIO})`);
  console.log(`beyond what is kept in memory: ${(coldYardstick / cold).toFixed(2)} ×`);
  if (!(ratio >= REQUIRED_RATIO)) process.exitCode = 1;
}

async function writeSegments(folder: string): Promise<void> {
  const rendition = join(folder, 'streams/vid/rev/v1080');
  await mkdir(rendition, { recursive: true });
  for (let n = 1; n <= COLD_SEGMENTS; n += 1) {
    await writeFile(join(rendition, `${n}.m4s`), randomBytes(SEGMENT_BYTES));
  }
}

function answerCpuQuestions(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.send?.(port);
}

/** An S3 in memory with the same segments. */
async function serveS3(folder: string): Promise<void> {
  const { url } = await startTestS3({ ...credentials, buckets: ['films'] });
  const storage = await openStorage(toBucket(url), toEnv(credentials));
  for (let n = 1; n <= COLD_SEGMENTS; n += 1) {
    const key = `streams/vid/rev/v1080/${n}.m4s`;
    await storage.put(key, await readFile(join(folder, key)));
  }
  process.send?.(url);
}

function toBucket(endpoint: string): string {
  return `s3://films?endpoint=${endpoint}&pathStyle=1`;
}

async function serveWithEdge(folder: string, endpoint?: string): Promise<void> {
  const url = endpoint ? toBucket(endpoint) : pathToFileURL(folder).href;
  const storage = await openStorage(url, toEnv(credentials));
  const quiet = { info: () => undefined, warn: console.warn, error: console.error };
  const player = {
    files: new Map(),
    embed: { script: '', styles: [] },
    watch: { script: '', styles: [] },
    adFrame: { script: '', styles: [] },
  };
  const access = {
    teamKey: Buffer.alloc(32),
    openSecret: (_keyId: string, sealed: Uint8Array) => sealed,
    openStreamKey: (_place: object, sealed: Uint8Array) => sealed,
    openDrmSecret: (_place: string, sealed: Uint8Array) => sealed,
    egress: openServiceEgress([]),
    findCountry: () => null,
    sealRefusal: () => '',
  };
  const server = createEdge({ storage, player, access, log: quiet });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const host = `127.0.0.1:${address.port}`;
  const channel = { version: 1, channelId: 'c', teamId: 't' };
  await storage.put(getPublishedChannelKey(host), Buffer.from(JSON.stringify(channel)));
  const video = { version: 1, videoKey: 'vid', teamId: 't', title: 'Bench', state: 'playable' };
  const stream = createTestStream({
    videoKey: 'vid',
    revisionKey: 'rev',
    durationMs: COLD_SEGMENTS * 6000,
    videoSegments: { timescale: 1000, runs: [{ count: COLD_SEGMENTS, ticks: 6000 }] },
    video: [createTestVideo(1080)],
  });
  const document = JSON.stringify({ ...video, stream });
  await storage.put(getPublishedVideoKey('vid'), Buffer.from(document));
  answerCpuQuestions(address.port);
}

async function serveWithFastify(folder: string): Promise<void> {
  const { fastify } = await import('fastify');
  const { default: fastifyStatic } = await import('@fastify/static');
  const app = fastify();
  await app.register(fastifyStatic, {
    root: join(folder, 'streams'),
    prefix: '/streams/',
    immutable: true,
    maxAge: '1y',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  answerCpuQuestions(address.port);
}
