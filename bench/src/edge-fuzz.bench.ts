// Promise: a million random requests, most of them broken, bring about no 5xx and no exit, and no read of
// what lies outside a video's stream, the published documents and the pictures of players. With `nginx` they
// go to an nginx before the edge: none of its processes ends either, and no answer has anything of other files.
// Run: node bench/src/edge-fuzz.bench.ts [requests, 1000000] [seed, 1] [nginx]
import { connect, type Socket } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openWorld, teach } from '@kinora/edge/nginx/test-edges';
import {
  endConnections,
  type NginxTestEdge,
  startBuiltInEdge,
  startNginxEdge,
} from '@kinora/edge/nginx/test-nginx-edge';
import { createRandom, type Random } from '@kinora/edge/nginx/test-random';
import { createRequest } from '@kinora/edge/nginx/test-random-requests';
import type { Storage } from '@kinora/storage/storage';
import { descendants } from './process-usage.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? 1);
const isNginx = process.argv[4] === 'nginx';
const CONNECTIONS = 32;
/** No answer has any of these: they stand in files that nobody may fetch. */
const SECRETS = ['canary of a file', 'sealedSecret', 'first-key', 'the-second'];
/** Everything that the edge may read. */
const INSIDE =
  /^(streams\/[\w-]{1,64}\/[\w-]{1,64}\/[\w./-]+|published\/(channels|teams|projects|players|videos)\/[\w.-]+\.json|published\/changes\.json|player-pictures\/[\w-]+\.webp)$/;

const PIECES = [
  ...['..', '/', '//', '%2e%2e', '%2F', '%00', '\\', '?', '&', '=', '#', '%', '%zz', '%c0%af', ';'],
  ...[
    'streams',
    'published',
    'canary',
    '-video',
    '-text/plain',
    'x_signature=',
    'x_key_id=',
    'http://',
    '@',
    ':',
    '\u0000',
    '\u00ff',
    ' ',
  ],
];

const world = await openWorld();
const outside = new Set<string>();
const watched = { ...world, storage: watchReads(world.storage) };
const nginx = isNginx ? await startTaughtNginx() : null;
const edge = nginx ?? (await startBuiltInEdge(watched));
outside.clear();
const workers = listWorkers();
const statuses = new Map<number, number>();
let left = count;
/** A request after which the edge answered with a fault of its own. */
const faults: string[] = [];
/** A request that was answered with something secret. */
const leaks: string[] = [];
try {
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, lane) => sendAll(createRandom(seed + lane))),
  );
  const perSecond = count / ((performance.now() - begun) / 1000);
  const answers = [...statuses].toSorted(([one], [other]) => one - other);
  console.log(answers.map(([status, times]) => `${status || 'cut off'}: ${times}`).join(', '));
  console.log(`${count} requests, ${perSecond.toFixed(0)} a second`);
  console.log(`${faults.length} answered 5xx, ${outside.size} reads outside (promise: 0 and 0)`);
  console.log(`${leaks.length} answers with what they may not have (promise: 0)`);
  for (const fault of [...faults, ...leaks].slice(0, 5)) {
    console.log(JSON.stringify(fault).slice(0, 1000));
  }
  for (const key of [...outside].slice(0, 5)) console.log(key);
  const areSame = listWorkers() === workers;
  if (nginx) console.log(`the same processes: ${areSame} (promise: true)`);
  if (faults.length + outside.size + leaks.length > 0 || !areSame) process.exitCode = 1;
} finally {
  endConnections();
  await edge.close();
  await world.close();
}

async function startTaughtNginx(): Promise<NginxTestEdge> {
  const started = await startNginxEdge(watched);
  const stored = world.storage.localPath('streams') ?? '';
  const objects = dirname(stored);
  const places = ['', 'published', 'streams', 'streams/free', 'streams/free/rev1', 'sources'];
  const folders = [...places.map((place) => join(objects, place)), started.folder];
  for (const folder of [...folders, join(started.folder, 'texts')]) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'canary'), 'canary of a file');
  }
  await teach(started);
  return started;
}

function listWorkers(): string {
  if (!nginx) return '';
  const all = descendants(nginx.pid).filter(({ command }) =>
    /nginx: (master|worker)/.test(command),
  );
  return all.map(({ pid }) => pid).join(' ');
}

function watchReads(inner: Storage): Storage {
  const see = (key: string) => {
    if (!INSIDE.test(key) || key.includes('..')) outside.add(key);
  };
  return {
    ...inner,
    read: (key) => (see(key), inner.read(key)),
    open: (key, range) => (see(key), inner.open(key, range)),
    stat: (key) => (see(key), inner.stat(key)),
    localPath: (key) => (see(key), inner.localPath(key)),
  };
}

async function sendAll(random: Random): Promise<void> {
  let socket: Socket | null = null;
  while (left > 0) {
    left -= 1;
    if (!socket || socket.destroyed) {
      socket = connect(edge.port, '127.0.0.1');
      // `exchange` sees that it has closed.
      socket.on('error', () => undefined);
    }
    const text = write(random);
    const status = await exchange(socket, text);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) faults.push(text);
    // A broken request may have left something behind.
    if (status === 0 || status === 400 || random.isOnce(50)) socket.destroy();
  }
  socket?.destroy();
}

/** Writes a request as bytes, of which some are changed. */
function write(random: Random): string {
  const { method = 'GET', path, headers = {} } = createRequest(random);
  const target = random.isOnce(2) ? path : mutate(random, path);
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${random.isOnce(10) ? mutate(random, value) : value}`),
  );
  if (random.isOnce(30)) lines.push(`Host: ${mutate(random, 'open.test')}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

function mutate(random: Random, text: string): string {
  let changed = text;
  for (let times = 0; times < 3; times += 1) {
    const at = Math.floor(random.next() * (changed.length + 1));
    const piece = random.isOnce(3)
      ? String.fromCharCode(33 + Math.floor(random.next() * 220))
      : random.pick(PIECES);
    const cut = random.isOnce(2) ? Math.floor(random.next() * 8) : 0;
    changed = changed.slice(0, at) + piece + changed.slice(at + cut);
    if (random.isOnce(300)) changed += 'a'.repeat(4000);
  }
  return changed;
}

/** Returns the status of the answer; 0: the connection ended before one. */
function exchange(socket: Socket, text: string): Promise<number> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const isHead = text.startsWith('HEAD ');
    const end = (status: number) => {
      socket.off('data', take);
      socket.off('close', close);
      socket.off('error', close);
      clearTimeout(timer);
      look();
      resolve(status);
    };
    const close = () => end(readStatus(received) ?? 0);
    const look = () => {
      const answer = received.toString('latin1');
      if (SECRETS.some((secret) => answer.includes(secret))) leaks.push(text);
    };
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = received.subarray(0, headEnd).toString('latin1');
      const status = readStatus(received) ?? 0;
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      const bodyBytes = isHead || status === 304 || status === 204 ? 0 : length;
      if (received.length < headEnd + 4 + bodyBytes) return;
      // The rest of a body in chunks is not read.
      if (/^(connection: close|transfer-encoding: chunked)/im.test(head)) socket.destroy();
      end(status);
    };
    // A head that is not whole is waited for.
    const timer = setTimeout(() => {
      socket.destroy();
      end(0);
    }, 2000);
    socket.on('data', take);
    socket.on('close', close);
    socket.on('error', close);
    socket.write(Buffer.from(text, 'latin1'));
  });
}

function readStatus(received: Buffer): number | null {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(received.subarray(0, 12).toString('latin1'))?.[1];
  return status === undefined ? null : Number(status);
}
