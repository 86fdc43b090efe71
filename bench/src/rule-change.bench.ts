// Promise: a key that is revoked, and a website that is blocked, count at both edges within 1 s of the
// answer to who did it; no request that begins meanwhile is dropped, and no connection is closed.
// Run: node bench/src/rule-change.bench.ts [changes, 15]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@kinora/contract/test-port';
import { until } from '@kinora/contract/test-until';
import { signAddress } from '@kinora/sign/sign-address';
import { median } from './median.ts';
import { openClient } from './product-client.ts';
import { startProduct } from './product.ts';
import { makeReadyVideo } from './ready-video.ts';

const changes = Number(process.argv[2] ?? 15);
const PROMISE_MS = 1000;
const LOOK_MS = 5;

const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-rules-'));
const nginxPort = await findFreePort();
// Both edges are the one that viewers' addresses name, so each is asked with this host.
const host = `localhost:${nginxPort}`;
const product = await startProduct(undefined, {
  NGINX_FOLDER: join(folder, 'nginx'),
  NGINX_PORT: String(nginxPort),
});
let nginx: ChildProcess | null = null;
try {
  nginx = startNginx();
  const client = await openClient(product);
  const videoKey = await makeReadyVideo(client, 'A clip');
  const [channel] = (
    await client.call<{ data: { id: string }[] }>('GET', '/api/v1/playback-channels')
  ).data;
  if (!channel) throw new Error('no channel');
  const at = `/api/v1/playback-channels/${channel.id}`;
  const kept = await createKey();
  await useKey(kept);
  await client.call('PUT', `${at}/signed-url`, { required: true });

  const revoked = await measure(async () => {
    const key = await createKey();
    await useKey(key);
    const address = sign(key);
    await waitFor([200, 200], () => ask(address));
    return {
      ask: () => ask(address),
      change: () => client.call('DELETE', `${at}/signed-url/url-signing-keys/${key.id}`),
    };
  });
  report('a key is revoked', revoked);

  const address = sign(kept);
  const allow = (policy: string, domains: string[] = []) =>
    client.call('PUT', `${at}/allow-access`, {
      policy,
      allowDomains: [],
      denyDomains: domains,
      allowNoReferrer: true,
    });
  const blocked = await measure(async () => {
    await allow('allowAll');
    await waitFor([200, 200], () => ask(address, 'https://customer.example/'));
    return {
      ask: () => ask(address, 'https://customer.example/'),
      change: () => allow('blockSome', ['customer.example']),
    };
  });
  report('a website is blocked', blocked);
  await allow('allowAll');
  await countDropped(address, allow);

  async function createKey(): Promise<Key> {
    return client.call<Key>('POST', '/api/v1/url-signing-keys', {});
  }
  async function useKey({ id }: Key): Promise<void> {
    await client.call('POST', `${at}/signed-url/url-signing-keys`, { urlSigningKeyIds: [id] });
  }
  function sign({ keyId, keySecret }: Key): string {
    const url = new URL(`http://${host}/streams/${videoKey}/playlist.m3u8`);
    const expiresAt = new Date(Date.now() + 3_600_000);
    const pathPrefix = `/streams/${videoKey}/`;
    const signed = new URL(signAddress(url.href, { keyId, keySecret }, { expiresAt, pathPrefix }));
    return signed.pathname + signed.search;
  }
} finally {
  nginx?.kill('SIGTERM');
  if (nginx && nginx.exitCode === null) await once(nginx, 'exit');
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

type Key = { id: string; keyId: string; keySecret: string };
/** Statuses of the edge itself, and by nginx. */
type Statuses = [edge: number, nginx: number];

function startNginx(): ChildProcess {
  const run = join(import.meta.dirname, '../../deploy/nginx/run.sh');
  const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
  return spawn('sh', [run, join(folder, 'nginx')], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function get(
  port: number,
  path: string,
  referer?: string,
  agent = new http.Agent(),
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host, ...(referer ? { Referer: referer } : {}) };
    const request = http.get({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

async function ask(path: string, referer?: string): Promise<Statuses> {
  const edgePort = Number(new URL(product.edgeUrl).port);
  const edge = await get(edgePort, path, referer);
  return [edge, await get(nginxPort, path, referer)];
}

async function waitFor(statuses: Statuses, read: () => Promise<Statuses>): Promise<void> {
  await until(`statuses ${statuses.join(' and ')}`, async () => {
    const seen = await read();
    return seen[0] === statuses[0] && seen[1] === statuses[1];
  });
}

type Change = { ask: () => Promise<Statuses>; change: () => Promise<unknown> };

async function measure(prepare: () => Promise<Change>): Promise<Statuses[]> {
  const taken: Statuses[] = [];
  for (let done = 0; done < changes; done += 1) {
    const { ask: read, change } = await prepare();
    await sleep(Math.random() * 1000);
    await change();
    const begun = performance.now();
    const liveAfter: Statuses = [NaN, NaN];
    while (liveAfter.some(Number.isNaN)) {
      const seen = await read();
      for (const which of [0, 1] as const) {
        if (seen[which] === 403 && Number.isNaN(liveAfter[which])) {
          liveAfter[which] = performance.now() - begun;
        }
      }
      await sleep(LOOK_MS);
    }
    taken.push(liveAfter);
  }
  return taken;
}

function report(name: string, taken: Statuses[]): void {
  for (const [which, edge] of [
    [0, 'built-in edge'],
    [1, 'nginx edge'],
  ] as const) {
    const times = taken.map((one) => one[which]);
    const [middle, worst] = [median(times), Math.max(...times)];
    console.log(
      `${name}, ${edge}: live after ${middle.toFixed(0)} ms, at worst ${worst.toFixed(0)} (promise: ≤ ${PROMISE_MS})`,
    );
    if (!(worst <= PROMISE_MS)) process.exitCode = 1;
  }
}

/** Counts requests on kept connections that find theirs closed while rules change twice a second. */
async function countDropped(
  path: string,
  allow: (policy: string, domains?: string[]) => Promise<unknown>,
): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  let [isEnding, sent, closed] = [false, 0, 0];
  const lanes = Array.from({ length: 16 }, async () => {
    while (!isEnding) {
      sent += 1;
      const status = await get(nginxPort, path, undefined, agent).catch(() => 0);
      if (status === 0) closed += 1;
      else if (status !== 200) throw new Error(`status ${status}`);
    }
  });
  for (let done = 0; done < 20; done += 1) {
    await allow('blockSome', [`site${done}.example`]);
    await sleep(500);
  }
  isEnding = true;
  await Promise.all(lanes);
  agent.destroy();
  console.log(
    `${sent} requests while nginx took up 20 changes: ${closed} found their connection closed (promise: 0)`,
  );
  if (closed > 0) process.exitCode = 1;
}
