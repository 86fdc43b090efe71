// Promise: signature, website and country together add at most 10 µs of CPU to a request of the built-in
// edge, and a 1 MB segment still costs at most a third of what @fastify/static needs.
// Run: node bench/src/edge-checks.bench.ts
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { getPackagedCountries, openCountries } from '@kinora/edge/countries';
import { startBuiltInEdge } from '@kinora/edge/nginx/test-nginx-edge';
import { publishWorld, signQuery } from '@kinora/edge/nginx/test-world';
import { TEST_ACCESS } from '@kinora/edge/test-edge';
import { openStorage } from '@kinora/storage/storage';
import { median } from './median.ts';
import { requirePackages } from './require-packages.ts';

const ROUNDS = 7;
const SECONDS = 2;
const WARM_SECONDS = 4;
const MOST_ADDED_MICROS = 10;
const LEAST_RATIO = 3;

type Server = 'edge' | 'fastify';
type Subject = { name: string; server: Server; address: string; host: string };

const SMALL = 'rev1/v360/1.m4s';
const LARGE = 'rev1/v360/2.m4s';
const LARGE_BYTES = 1024 * 1024;

function checked(file: string): Pick<Subject, 'address' | 'host'> {
  const host = 'strict.test';
  const path = `/streams/thai/${file}`;
  const expires = Math.floor(Date.now() / 1000) + 3600;
  const query = signQuery({ host, path, prefix: '/streams/thai/' }, 'k1', expires);
  return { address: `${path}?${query}`, host };
}
const open = (file: string) => ({ address: `/streams/free/${file}`, host: 'open.test' });

const SUBJECTS: Subject[] = [
  { name: 'edge, 1 KB, nothing to check', server: 'edge', ...open(SMALL) },
  { name: 'edge, 1 KB, all checked', server: 'edge', ...checked(SMALL) },
  { name: 'edge, 1 MB, all checked', server: 'edge', ...checked(LARGE) },
  { name: '@fastify/static, 1 MB', server: 'fastify', ...open(LARGE) },
];

if (process.argv[2] === 'edge') await serveWithEdge(process.argv[3] ?? '');
else if (process.argv[2] === 'fastify') await serveWithFastify(process.argv[3] ?? '');
else await compare();

async function compare(): Promise<void> {
  requirePackages('wrk');
  const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-checks-'));
  try {
    const storage = await openStorage(pathToFileURL(folder).href, {});
    await publishWorld(storage);
    const bytes = randomBytes(LARGE_BYTES);
    for (const key of ['thai', 'free']) await storage.put(`streams/${key}/${LARGE}`, bytes);
    await storage.close();
    await measureAll(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Servers run for weeks: a fresh one spends more on compiling its own code than on any check. */
async function measureAll(folder: string): Promise<void> {
  const servers = { edge: await start('edge', folder), fastify: await start('fastify', folder) };
  try {
    const samples = new Map(SUBJECTS.map(({ name }): [string, number[]] => [name, []]));
    for (const subject of SUBJECTS) {
      await sendFor(WARM_SECONDS, servers[subject.server].port, subject);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const subject of round % 2 === 0 ? SUBJECTS : SUBJECTS.toReversed()) {
        samples.get(subject.name)?.push(await measure(subject, servers[subject.server]));
      }
    }
    report(samples);
  } finally {
    for (const { child } of Object.values(servers)) {
      child.kill();
      await once(child, 'exit');
    }
  }
}

type Started = { child: ChildProcess; port: number };

async function start(server: Server, folder: string): Promise<Started> {
  const child = fork(import.meta.filename, [server, folder]);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

async function measure(subject: Subject, { child, port }: Started): Promise<number> {
  const before = await cpuOf(child);
  const requests = await sendFor(SECONDS, port, subject);
  return ((await cpuOf(child)) - before) / requests;
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [micros] = (await once(child, 'message')) as [number];
  return micros;
}

async function sendFor(seconds: number, port: number, { address, host }: Subject): Promise<number> {
  const headers = [
    `Host: ${host}`,
    'Referer: https://a.partner.example/',
    'X-Forwarded-For: 1.46.0.1',
  ];
  const args = ['-t1', '-c16', `-d${seconds}s`, ...headers.flatMap((header) => ['-H', header])];
  const { stdout } = await promisify(execFile)('wrk', [
    ...args,
    `http://127.0.0.1:${port}${address}`,
  ]);
  const requests = /(\d+) requests in/.exec(stdout)?.[1];
  if (!requests || /Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return Number(requests);
}

function report(samples: Map<string, number[]>): void {
  console.log(`${cpus().length} cores, ${ROUNDS} rounds of ${SECONDS} s, in turn`);
  const [plain = NaN, all = NaN, large = NaN, yardstick = NaN] = SUBJECTS.map(({ name }) => {
    const micros = median(samples.get(name) ?? []);
    console.log(`${name.padEnd(32)}${micros.toFixed(1).padStart(8)} µs CPU`);
    return micros;
  });
  const [added, ratio] = [all - plain, yardstick / large];
  console.log(`the checks add ${added.toFixed(1)} µs (promise: ≤ ${MOST_ADDED_MICROS})`);
  console.log(`1 MB with them: ${ratio.toFixed(2)} × @fastify/static (promise: ≥ ${LEAST_RATIO})`);
  if (!(added <= MOST_ADDED_MICROS && ratio >= LEAST_RATIO)) process.exitCode = 1;
}

function answerCpuQuestions(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.send?.(port);
}

async function serveWithEdge(folder: string): Promise<void> {
  const storage = await openStorage(pathToFileURL(folder).href, {});
  const quiet = { info: () => undefined, warn: console.warn, error: console.error };
  const countries = await openCountries(getPackagedCountries(), quiet);
  const findCountry = (address: string) => countries.find(address);
  const edge = await startBuiltInEdge({ storage, access: { ...TEST_ACCESS, findCountry } });
  // The answers that tests look at are none's here.
  edge.answers.push = () => 0;
  answerCpuQuestions(edge.port);
}

async function serveWithFastify(folder: string): Promise<void> {
  const { fastify } = await import('fastify');
  const { default: fastifyStatic } = await import('@fastify/static');
  const app = fastify();
  const root = join(folder, 'streams');
  await app.register(fastifyStatic, { root, prefix: '/streams/', immutable: true, maxAge: '1y' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  answerCpuQuestions(address.port);
}
