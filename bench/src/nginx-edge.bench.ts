// Promise: with signature, country and website judged by the edge behind it, and TLS on all sides, nginx and
// its edge together cost at most 1.3 × a plain nginx on segments of 1 MB, from a folder and kept of a store.
// Run: node bench/src/nginx-edge.bench.ts [rounds, 11]

import { execFile, fork, spawn } from 'node:child_process';
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
import { changeVideo, publishWorld, signQuery } from '@kinora/edge/nginx/test-world';
import { listenForNginx } from '@kinora/edge/nginx/socket';
import { createEdge } from '@kinora/edge/serve';
import { createTestPlayer, TEST_ACCESS } from '@kinora/edge/test-edge';
import { openLog } from '@kinora/server/base/log';
import { openStorage, type Storage } from '@kinora/storage/storage';
import { startTestS3, type TestS3 } from '@kinora/storage/test-s3-server';
import { median } from './median.ts';
import { cpuSeconds, descendants } from './process-usage.ts';
import { requirePackages } from './require-packages.ts';

const ROUNDS = Number(process.argv[2] ?? 11);
const SECONDS = 4;
const WARM_SECONDS = 8;
const CONNECTIONS = 32;
const HOST = 'strict.test';
const SUBJECTS = [
  { name: '1 MB', file: 'v360/1.m4s', bytes: 1024 * 1024, maxCpu: 1.3 },
  // Without a promise: it says what a request costs.
  { name: '100 KB', file: 'v360/2.m4s', bytes: 100 * 1024, maxCpu: Infinity },
];
const HEADERS = {
  Host: HOST,
  Referer: 'https://a.partner.example/page',
  'X-Forwarded-For': '1.46.0.1',
};
const CREDENTIALS = { accessKeyId: 'kinora', secretAccessKey: 'a secret of the store' };

type Subject = (typeof SUBJECTS)[number];
type Sample = { cpuMicros: number; ofEdge: number; perSecond: number };
type Running = {
  url: string;
  pids: { nginx: number; edge: number | null };
  close(): Promise<void>;
};

if (process.argv[2] === 'edge') await serve(process.argv[3] ?? '', process.argv[4] ?? '');
else await compare();

/** Serves as the product's edge does, in a process of its own: its CPU is counted. */
async function serve(storageUrl: string, nginxSocket: string): Promise<void> {
  const log = openLog('edge');
  const countries = await openCountries(getPackagedCountries(), log);
  const edge = createEdge({
    storage: await openStorage(storageUrl, toEnvironment()),
    player: await createTestPlayer(),
    log,
    trustedProxies: ['127.0.0.1'],
    httpsOnly: true,
    access: { ...TEST_ACCESS, findCountry: (address) => countries.find(address) },
  });
  await listenForNginx(edge, nginxSocket);
  process.send?.('listening');
  process.on('disconnect', () => process.exit(0));
}

function toEnvironment(): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
  };
}

async function compare(): Promise<void> {
  requirePackages('wrk', 'nginx', 'openssl');
  const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-nginx-'));
  const store = await startTestS3({ ...CREDENTIALS, buckets: ['films'] });
  const closers: (() => unknown)[] = [() => rm(folder, { recursive: true }), () => store.close()];
  try {
    await createCertificate(folder);
    const urls = {
      folder: pathToFileURL(join(folder, 'objects')).href,
      store: `s3://films?endpoint=${store.url}&pathStyle=1`,
    };
    for (const url of Object.values(urls)) await publish(await openStorage(url, toEnvironment()));
    const start = async (starting: Promise<Running>) => {
      const running = await starting;
      closers.push(() => running.close());
      return running;
    };
    const servers = {
      folder: await start(startOurs(join(folder, 'one'), urls.folder, store)),
      store: await start(startOurs(join(folder, 'two'), urls.store, store)),
      plain: await start(startPlainNginx(folder)),
    };
    console.log(`${cpus().length} cores, ${ROUNDS} rounds of ${SECONDS} s, in turn`);
    // The warm-up lets Node compile hot code, and fills nginx's cache.
    for (const { url } of [servers.folder, servers.store]) {
      for (const { file } of SUBJECTS.toReversed())
        await load(url + toAddress(file, false), WARM_SECONDS);
    }
    for (const subject of SUBJECTS) await measureAll(subject, servers);
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function createCertificate(folder: string): Promise<void> {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-subj',
    '/CN=localhost',
    ...kind,
    ...files,
  ]);
}

async function publish(storage: Storage): Promise<void> {
  await publishWorld(storage);
  const stream = createTestStream({
    videoKey: 'thai',
    videoSegments: { timescale: 1000, runs: [{ count: 9, ticks: 6000 }] },
    video: [createTestVideo(360)],
  });
  await changeVideo(storage, 'thai', { stream, geoblock: { ruleId: 'thai' } });
  for (const { file, bytes } of SUBJECTS) {
    await storage.put(`streams/thai/rev1/${file}`, randomBytes(bytes));
  }
  await storage.close();
}

function toTls(folder: string, port: number): string {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  return `127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key}`;
}

async function startOurs(folder: string, storageUrl: string, store: TestS3): Promise<Running> {
  await mkdir(folder);
  const socket = join(folder, 'edge.sock');
  const edge = fork(import.meta.filename, ['edge', storageUrl, socket], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', LOG_FORMAT: 'json' },
  });
  await once(edge, 'message');
  const port = await findFreePort();
  const run = join(import.meta.dirname, '../../deploy/nginx/run.sh');
  const nginx = spawn('sh', [run, folder], {
    env: {
      PATH: `${process.env['PATH']}:/usr/sbin`,
      NGINX_LISTEN: toTls(join(folder, '..'), port),
      STORAGE_URL: storageUrl,
      NGINX_STORE: store.url,
      TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await sleep(500);
  return {
    url: `https://127.0.0.1:${port}`,
    pids: { nginx: nginx.pid ?? 0, edge: edge.pid ?? 0 },
    async close() {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
      edge.disconnect();
      await once(edge, 'exit');
    },
  };
}

/** The nginx that everybody knows, with the same settings for files. */
async function startPlainNginx(folder: string): Promise<Running> {
  const place = join(folder, 'plain');
  await mkdir(place);
  for (const { file } of SUBJECTS) {
    // One file, so that both send the same pages of memory: how large these are says what sending costs.
    const own = join(folder, 'objects/streams/thai/rev1', file);
    await link(own, join(place, file.replace('/', '-')));
  }
  const port = await findFreePort();
  const ours = await readFile(join(import.meta.dirname, '../../deploy/nginx/kinora.conf'), 'utf8');
  const ofFiles = ours.match(
    /^ *(sendfile|keepalive_timeout 65|keepalive_requests|open_file_cache\w*) ?.*;$/gm,
  );
  await writeFile(
    join(place, 'nginx.conf'),
    `
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
  ${ofFiles?.join('\n') ?? ''}
  server { listen ${toTls(folder, port)}; root ${place}; }
}`,
  );
  const nginx = spawn('nginx', ['-p', place, '-c', join(place, 'nginx.conf'), '-e', 'stderr'], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await sleep(500);
  return {
    url: `https://127.0.0.1:${port}`,
    pids: { nginx: nginx.pid ?? 0, edge: null },
    async close() {
      nginx.kill();
      await once(nginx, 'exit');
    },
  };
}

async function measureAll(
  subject: Subject,
  servers: { plain: Running; folder: Running; store: Running },
): Promise<void> {
  const order = ['plain', 'folder', 'store'] as const;
  const samples = { plain: [] as Sample[], folder: [] as Sample[], store: [] as Sample[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const which of round % 2 === 0 ? order : order.toReversed()) {
      const sample = await measure(servers[which], toAddress(subject.file, which === 'plain'));
      if (round > 0) samples[which].push(sample);
    }
  }
  const cpu = (which: (typeof order)[number]) =>
    median(samples[which].map(({ cpuMicros }) => cpuMicros));
  for (const which of order) {
    const rate = median(samples[which].map(({ perSecond }) => perSecond));
    const ofEdge = median(samples[which].map((one) => one.ofEdge));
    const ratio = cpu(which) / cpu('plain');
    console.log(
      `${subject.name} ${which.padEnd(6)} ${cpu(which).toFixed(0)} µs (edge ${ofEdge.toFixed(0)}), ${rate.toFixed(0)} /s, ${ratio.toFixed(2)} × (promise: ≤ ${subject.maxCpu})`,
    );
    if (!(ratio <= subject.maxCpu)) process.exitCode = 1;
  }
}

function toAddress(file: string, isPlain: boolean): string {
  const path = `/streams/thai/rev1/${file}`;
  const expires = Math.floor(Date.now() / 1000) + 3600;
  const query = signQuery({ host: HOST, path, prefix: '/streams/thai/' }, 'k1', expires);
  return `${isPlain ? `/${file.replace('/', '-')}` : path}?${query}`;
}

async function measure({ url, pids }: Running, address: string): Promise<Sample> {
  const before = readCpu(pids);
  const { requests, perSecond } = await load(url + address, SECONDS);
  const after = readCpu(pids);
  const perRequest = (seconds: number) => (seconds * 1e6) / requests;
  return {
    cpuMicros: perRequest(after.nginx + after.edge - before.nginx - before.edge),
    ofEdge: perRequest(after.edge - before.edge),
    perSecond,
  };
}

async function load(url: string, seconds: number) {
  const headers = Object.entries(HEADERS).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-t1', '--timeout', '30s', `-c${CONNECTIONS}`, `-d${seconds}s`, ...headers, url];
  const { stdout } = await promisify(execFile)('wrk', args);
  const [, requests, rate] = /(\d+) requests in[\s\S]*Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  if (!requests || !rate || /Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
  return { requests: Number(requests), perSecond: Number(rate) };
}

/** Seconds of nginx's workers, and of the edge. */
function readCpu({ nginx, edge }: Running['pids']): { nginx: number; edge: number } {
  const workers = descendants(nginx).filter(({ command }) => command.includes('nginx: worker'));
  return {
    nginx: workers.reduce((sum, { pid }) => sum + cpuSeconds(pid).runs, 0),
    edge: edge === null ? 0 : cpuSeconds(edge).runs,
  };
}
