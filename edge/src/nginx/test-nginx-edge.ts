import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findFreePort } from '@kinora/contract/test-port';
import type { Storage } from '@kinora/storage/storage';
import type { PlayerAssets } from '../player-assets.ts';
import { type Answer, createEdge, type EdgeAccess, type EdgeOptions } from '../serve.ts';
import { createTestPlayer } from '../test-edge.ts';
import { listenForNginx } from './socket.ts';

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
  /** Where viewers reach the edge behind nginx themselves. */
  edgePort: number;
  /** Keys of objects that the edge has read itself. */
  readKeys: string[];
  /** The process id of `run.sh`, the parent of nginx. */
  pid: number;
  /** Says what nginx has written to its outputs. */
  printed(): string;
  /** Ends the edge behind nginx. */
  stopEdge(): Promise<void>;
};

/** Tests send more than one network may be refused. */
const limits = {
  refusals: { burst: 1e9, perSecond: 1e9, maxWaitMs: 0, maxWaiting: 1e9 },
};
const trustedProxies = ['127.0.0.1'];
const log = { info: () => undefined, warn: console.warn, error: console.error };

type Options = {
  storage: Storage;
  access: EdgeAccess;
  /** By default this is a file that only looks like a database. */
  player?: PlayerAssets;
  /** The origin of the S3 that storage is in. */
  store?: string | undefined;
  requestSegment?: EdgeOptions['requestSegment'];
  /** A bench's log goes where that of the yardstick goes, and costs its process nothing. */
  isLogDropped?: boolean;
};

/** Starts the built-in edge alone. */
export async function startBuiltInEdge(options: Options): Promise<TestEdge> {
  const { storage, access, player = await createTestPlayer() } = options;
  const answers: Answer[] = [];
  const observe = (answer: Answer) => answers.push(answer);
  const edge = createEdge({ storage, player, log, access, trustedProxies, limits, observe });
  return listen(edge, answers);
}

/** Starts nginx as `deploy/nginx/run.sh` does, with an edge of its own behind it. */
export async function startNginxEdge(options: Options): Promise<NginxTestEdge> {
  const { access, store, isLogDropped = false, player = await createTestPlayer() } = options;
  const folder = await mkdtemp(join(tmpdir(), 'kinora-nginx-'));
  const port = await findFreePort();
  const answers: Answer[] = [];
  const readKeys: string[] = [];
  const storage = recordReads(options.storage, readKeys);
  const observe = (answer: Answer) => answers.push(answer);
  const metrics = { contentType: 'text/plain', metrics: async () => 'figures' };
  const edge = createEdge({
    storage,
    access,
    trustedProxies,
    limits,
    log,
    player,
    observe,
    metrics,
    ...(options.requestSegment && { requestSegment: options.requestSegment }),
  });
  const built = await listen(edge, answers);
  const atSocket = await listenForNginx(edge, join(folder, 'edge.sock'));
  const nginx = startNginx(folder, isLogDropped, {
    NGINX_LISTEN: `127.0.0.1:${port}`,
    STORAGE_URL: toUrl(options.storage),
    NGINX_STORE: store,
    TRUSTED_PROXIES: trustedProxies.join(),
  });
  let isStopped = false;
  const stopEdge = async () => {
    if (isStopped) return;
    isStopped = true;
    const left = atSocket.close();
    await built.close();
    await left;
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
  return {
    url,
    port,
    edgePort: built.port,
    answers,
    readKeys,
    folder,
    stopEdge,
    close,
    pid,
    printed,
  };
}

function toUrl(storage: Storage): string {
  const path = storage.localPath('streams');
  return path === null ? 's3://films' : pathToFileURL(join(path, '..')).href;
}

function recordReads(storage: Storage, readKeys: string[]): Storage {
  return {
    ...storage,
    open: (key, range) => (readKeys.push(key), storage.open(key, range)),
    localPath: (key) => (readKeys.push(key), storage.localPath(key)),
  };
}

function startNginx(folder: string, isLogDropped: boolean, env: NodeJS.ProcessEnv) {
  const path = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;
  const child = spawn('sh', [RUN, folder], {
    env: { ...env, PATH: path },
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

async function listen(server: http.Server, answers: Answer[]): Promise<TestEdge> {
  server.listen(0, '127.0.0.1');
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
