// Promise: with signature, countries and website checked, nginx costs at most 1.05 × a plain nginx on
// 1 MB, 1.25 × on 100 KB and 1.8 × on a playlist of 2 KB, at 0.9 × its requests a second.
// Run: node bench/src/nginx-edge.bench.ts [rounds, 15]

import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '@kinora/contract/test-port';
import { createTestStream, createTestVideo } from '@kinora/contract/test-stream';
import { getPackagedCountries, openCountries } from '@kinora/edge/countries';
import { type NginxTestEdge, send, startNginxEdge } from '@kinora/edge/nginx/test-nginx-edge';
import { changeVideo, publishWorld, signQuery } from '@kinora/edge/nginx/test-world';
import { TEST_ACCESS } from '@kinora/edge/test-edge';
import { openStorage, type Storage } from '@kinora/storage/storage';
import { median } from './median.ts';
import { cpuSeconds, descendants } from './process-usage.ts';
import { requirePackages } from './require-packages.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const SECONDS = 2;
const HOST = 'strict.test';
const SUBJECTS = [
  { name: '1 MB segment', file: 'v360/1.m4s', bytes: 1024 * 1024, mostCpu: 1.05 },
  { name: '100 KB segment', file: 'v360/2.m4s', bytes: 100 * 1024, mostCpu: 1.25 },
  // With the signature in each of its addresses.
  { name: '2 KB playlist', file: 'v360.m3u8', bytes: null, mostCpu: 1.8 },
];
const LEAST_RATE = 0.9;
// With 8 connections nginx often waits for the client, and waking either costs the answer as well.
const CONNECTIONS = [8, 64];

const HEADERS = {
  Host: HOST,
  Referer: 'https://a.partner.example/page',
  'X-Forwarded-For': '1.46.0.1',
};

/** `clientCores`: what the client took of its one, above some 0.95 it is what limits the requests. */
type Sample = { cpuMicros: number; perSecond: number; clientCores: number };

requirePackages('wrk');
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-nginx-'));
const storage = await openStorage(pathToFileURL(join(folder, 'objects')).href, {});
const quiet = { info: () => undefined, warn: console.warn, error: console.error };
const countries = await openCountries(getPackagedCountries(), quiet);
const ours = await prepareOurs(storage);
const plain = await startPlainNginx();
try {
  await compare();
} finally {
  await plain.close();
  await ours.close();
  countries.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
}

async function prepareOurs(at: Storage): Promise<NginxTestEdge> {
  await publishWorld(at);
  const stream = createTestStream({
    videoKey: 'thai',
    videoSegments: { timescale: 1000, runs: [{ count: 9, ticks: 6000 }] },
    video: [createTestVideo(360)],
  });
  await changeVideo(at, 'thai', { stream, geoblock: { ruleId: 'thai' } });
  for (const { file, bytes } of SUBJECTS) {
    if (bytes !== null) await at.put(`streams/thai/rev1/${file}`, randomBytes(bytes));
  }
  const findCountry = (address: string) => countries.find(address);
  return startNginxEdge({
    storage: at,
    access: { ...TEST_ACCESS, findCountry },
    isLogDropped: true,
  });
}

function getAddress(file: string): string {
  const path = `/streams/thai/rev1/${file}`;
  const expires = Math.floor(Date.now() / 1000) + 3600;
  return `${path}?${signQuery({ host: HOST, path, prefix: '/streams/thai/' }, 'k1', expires)}`;
}

async function compare(): Promise<void> {
  const root = join(folder, 'plain');
  await mkdir(root, { recursive: true });
  for (const { file, bytes } of SUBJECTS) {
    const received = await waitUntilAlone(getAddress(file));
    const place = join(root, file.replace('/', '-'));
    // One file, so that both send the same pages of memory: how large these are says what sending costs.
    if (bytes !== null) await link(join(folder, 'objects/streams/thai/rev1', file), place);
    else await writeFile(place, received);
  }
  console.log(`${cpus().length} cores, ${ROUNDS} rounds of ${SECONDS} s, in turn`);
  const turns = SUBJECTS.flatMap((subject) =>
    CONNECTIONS.map((connections) => ({ subject, connections })),
  );
  for (const { subject, connections } of turns) {
    const samples: { ours: Sample[]; plain: Sample[] } = { ours: [], plain: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const both = ['ours', 'plain'] as const;
      for (const which of round % 2 === 0 ? both : both.toReversed()) {
        const sample = await measure(which, subject.file, connections);
        if (round > 0) samples[which].push(sample);
      }
    }
    report(subject, connections, samples);
  }
}

/** Nothing of it may be the edge's work. */
async function waitUntilAlone(path: string): Promise<Buffer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const before = ours.answers.length;
    const { status, body } = await send(ours.port, { path, headers: HEADERS });
    if (status === 200 && ours.answers.length === before) return body;
    await sleep(50);
  }
  throw new Error(`nginx leaves ${path} to the edge`);
}

async function measure(
  which: 'ours' | 'plain',
  file: string,
  connections: number,
): Promise<Sample> {
  const url =
    which === 'ours'
      ? `${ours.url}${getAddress(file)}`
      : `${plain.url}/${file.replace('/', '-')}?${getAddress(file).split('?')[1]}`;
  const pid = which === 'ours' ? ours.pid : plain.pid;
  const before = cpuOfAll(pid);
  const headers = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-t1', `-c${connections}`, `-d${SECONDS}s`, ...headers, url];
  const { stdout, clientCores } = await runClient(args);
  const [, requests, rate] = /(\d+) requests in[\s\S]*Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  if (!requests || !rate || /Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  const micros = (cpuOfAll(pid) - before) * 1e6;
  return { cpuMicros: micros / Number(requests), perSecond: Number(rate), clientCores };
}

async function runClient(args: string[]): Promise<{ stdout: string; clientCores: number }> {
  const running = promisify(execFile)('wrk', args);
  const pid = running.child.pid ?? 0;
  await sleep(100);
  const [before, from] = [cpuSeconds(pid).runs, performance.now()];
  await sleep(SECONDS * 1000 - 300);
  const clientCores = (cpuSeconds(pid).runs - before) / ((performance.now() - from) / 1000);
  return { stdout: (await running).stdout, clientCores };
}

/** Seconds of nginx's workers. */
function cpuOfAll(pid: number): number {
  const workers = descendants(pid).filter(({ command }) => command.includes('nginx: worker'));
  return workers.reduce((sum, worker) => sum + cpuSeconds(worker.pid).runs, 0);
}

function report(
  { name, mostCpu }: (typeof SUBJECTS)[number],
  connections: number,
  samples: { ours: Sample[]; plain: Sample[] },
): void {
  const cpu = (of: Sample[]) => median(of.map(({ cpuMicros }) => cpuMicros));
  const rate = (of: Sample[]) => median(of.map(({ perSecond }) => perSecond));
  const [cpuRatio, rateRatio] = [
    cpu(samples.ours) / cpu(samples.plain),
    rate(samples.ours) / rate(samples.plain),
  ];
  const client = (of: Sample[]) => median(of.map(({ clientCores }) => clientCores));
  const figures = (of: Sample[]) =>
    `${cpu(of).toFixed(1)} µs, ${rate(of).toFixed(0)} /s (client at ${client(of).toFixed(2)} of a core)`;
  console.log(
    `${name.padEnd(16)} ${connections} connections: ours ${figures(samples.ours)}; plain ${figures(samples.plain)}`,
  );
  console.log(
    `  CPU ${cpuRatio.toFixed(2)} × (promise: ≤ ${mostCpu}), requests ${rateRatio.toFixed(2)} × (≥ ${LEAST_RATE})`,
  );
  if (!(cpuRatio <= mostCpu && rateRatio >= LEAST_RATE)) process.exitCode = 1;
}

/** The nginx that everybody knows, with the same settings for files. */
async function startPlainNginx() {
  const place = join(folder, 'nginx');
  await mkdir(place, { recursive: true });
  const port = await findFreePort();
  const settings = await readFile(
    new URL('../../deploy/nginx/server.conf', import.meta.url),
    'utf8',
  );
  const ofFiles = settings.match(/^(sendfile|tcp_nopush|keepalive_\w+|open_file_cache\w*) .*;$/gm);
  const conf = `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
pid ${place}/nginx.pid;
error_log stderr;
events { worker_connections 16384; }
http {
  client_body_temp_path ${place}/body; proxy_temp_path ${place}/proxy; fastcgi_temp_path ${place}/fastcgi;
  uwsgi_temp_path ${place}/uwsgi; scgi_temp_path ${place}/scgi;
  access_log /dev/null combined buffer=64k;
  ${ofFiles?.join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${folder}/plain; }
}`;
  await writeFile(join(place, 'nginx.conf'), conf);
  const path = `${process.env['PATH']}:/usr/sbin`;
  const args = ['-p', place, '-c', join(place, 'nginx.conf'), '-e', 'stderr'];
  const child = spawn('nginx', args, {
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await sleep(500);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
