import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@kinora/contract/test-port';
import type { Storage } from '@kinora/storage/storage';
import { getPackagedCountries } from '../countries.ts';
import type { PlayerAssets } from '../player-assets.ts';
import { type Answer, createEdge, type EdgeAccess } from '../serve.ts';
import { createTestPlayer } from '../test-edge.ts';
import { type NginxSettings, prepareNginx } from './prepare.ts';

const RUN = fileURLToPath(new URL('../../../deploy/nginx/run.sh', import.meta.url));

export type TestEdge = {
  /** `http://127.0.0.1:{port}` */
  url: string;
  port: number;
  /** Says what the edge that Node runs has answered. */
  answers: Answer[];
  close(): Promise<void>;
};

export type NginxTestEdge = TestEdge & {
  folder: string;
  /** Of `run.sh`, whose child nginx is. */
  pid: number;
  /** Says what nginx has written to its outputs. */
  printed(): string;
  /** Ends the edge behind nginx. */
  stopEdge(): Promise<void>;
};

/** True where nginx has the modules that it needs, and Lua what reads JSON. */
export function findModules(): boolean {
  const folders = ['/usr/share/nginx/modules', '/usr/lib/nginx/modules'];
  const has = (name: string) => folders.some((folder) => existsSync(join(folder, name)));
  const hasJson = ['x86_64', 'aarch64'].some((machine) =>
    existsSync(`/usr/lib/${machine}-linux-gnu/lua/5.1/cjson.so`),
  );
  return hasJson && has('ngx_http_lua_module.so') && has('ngx_http_geoip2_module.so');
}

/** Tests send more than one network may be refused. */
const limits = {
  refusals: { burst: 1e9, perSecond: 1e9, maxWaitMs: 0, maxWaiting: 1e9 },
};
const trustedProxies = ['127.0.0.1'];
const log = { info: () => undefined, warn: console.warn, error: console.error };

type Options = {
  storage: Storage;
  access: EdgeAccess;
  /** By default a file that only looks like one. */
  player?: PlayerAssets;
  /** Makes segments come through the edge, as from an object store. */
  isStoredElsewhere?: boolean;
  /** A bench's log goes where that of the yardstick goes, and costs its process nothing. */
  isLogDropped?: boolean;
} & Partial<Pick<NginxSettings, 'geoDatabase' | 'countriesLookSec'>>;

/** Starts the built-in edge alone. */
export async function startBuiltInEdge(options: Options): Promise<TestEdge> {
  const { storage, access, player = await createTestPlayer() } = options;
  const answers: Answer[] = [];
  const observe = (answer: Answer) => answers.push(answer);
  const edge = createEdge({ storage, player, log, access, trustedProxies, limits, observe });
  return listen(edge, 0, answers);
}

/** Starts nginx as `deploy/nginx/run.sh` does, with an edge of its own behind it. */
export async function startNginxEdge(options: Options): Promise<NginxTestEdge> {
  const { storage, access, isStoredElsewhere = false, isLogDropped = false } = options;
  const { geoDatabase = getPackagedCountries(), countriesLookSec = 30 } = options;
  const folder = await mkdtemp(join(tmpdir(), 'kinora-nginx-edge-'));
  const [port, edgePort] = [await findFreePort(), await findFreePort()];
  const place = await prepareNginx({
    folder,
    listen: `127.0.0.1:${port}`,
    edgeUrl: `http://127.0.0.1:${edgePort}`,
    storage: isStoredElsewhere ? { localPath: () => null } : storage,
    trustedProxies,
    geoDatabase,
    countriesLookSec,
    httpsOnly: false,
  });
  const closing = new AbortController();
  const answers: Answer[] = [];
  const parts = {
    storage,
    access,
    trustedProxies,
    limits,
    log,
    nginx: { folder, place, gatherMs: 0 },
  };
  const { player = await createTestPlayer() } = options;
  const observe = (answer: Answer) => answers.push(answer);
  const edge = createEdge({ ...parts, player, observe, closing: closing.signal });
  const built = await listen(edge, edgePort, answers);
  const nginx = startNginx(folder, isLogDropped);
  let isStopped = false;
  const stopEdge = async () => {
    if (isStopped) return;
    isStopped = true;
    closing.abort();
    await built.close();
  };
  const close = async () => {
    await nginx.close();
    await stopEdge();
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitForAnswer(url, nginx.failure);
  } catch (error) {
    await close();
    throw error;
  }
  const { pid, printed } = nginx;
  return { url, port, answers, folder, stopEdge, close, pid, printed };
}

function startNginx(folder: string, isLogDropped: boolean) {
  const path = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;
  const child = spawn('sh', [RUN, folder], {
    env: { PATH: path },
    stdio: ['ignore', isLogDropped ? 'ignore' : 'pipe', 'pipe'],
  });
  let output = '';
  for (const from of [child.stdout, child.stderr]) {
    from?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const exited = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    printed: () => output,
    failure: () => (child.exitCode === null ? null : output),
    async close() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}

async function listen(server: http.Server, port: number, answers: Answer[]): Promise<TestEdge> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    answers,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function waitForAnswer(url: string, failure: () => string | null): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const failed = failure();
    if (failed !== null) throw new Error(`nginx has ended: ${failed}`);
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(25);
  }
  throw new Error('nginx does not answer');
}

export type SentRequest = {
  method?: string;
  /** Path and query, as they are sent. */
  path: string;
  /** Several values are sent as a header each. */
  headers?: Record<string, string | string[]>;
  body?: string;
};

export type Received = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

/**
 * Sends a request as it is written; nothing is tidied up. As browsers do (RFC 9112 §9.3.1), it sends it
 * once more where the other side has just closed a connection that was kept.
 */
export async function send(port: number, sent: SentRequest): Promise<Received> {
  const first = await sendOnce(port, sent);
  if (first !== 'closed') return first;
  const second = await sendOnce(port, sent, new http.Agent());
  if (second === 'closed') throw new Error('a new connection was closed');
  return second;
}

function sendOnce(port: number, sent: SentRequest, by = agent): Promise<Received | 'closed'> {
  const { method = 'GET', path, headers = {} } = sent;
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent: by });
    request.on('error', (error) => (request.reusedSocket ? resolve('closed') : reject(error)));
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, body: Buffer.concat(parts) });
      });
    });
    request.end(sent.body);
  });
}

/** Ends the connections that `send` keeps. */
export function endConnections(): void {
  agent.destroy();
}
