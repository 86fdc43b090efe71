// Promise: a million random requests, most of them broken, bring about no 5xx and no exit, and no read of
// what lies outside a video's stream, the published documents and the pictures of players.
// Run: node bench/src/edge-fuzz.bench.ts [requests, 1000000] [seed, 1]
import { connect, type Socket } from 'node:net';
import { getPackagedCountries, openCountries } from '@kinora/edge/countries';
import { createRandom, type Random } from '@kinora/edge/nginx/test-random';
import { createRequest } from '@kinora/edge/nginx/test-random-requests';
import { startBuiltInEdge } from '@kinora/edge/nginx/test-nginx-edge';
import { publishWorld } from '@kinora/edge/nginx/test-world';
import { TEST_ACCESS } from '@kinora/edge/test-edge';
import { openStorage, type Storage } from '@kinora/storage/storage';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? 1);
const CONNECTIONS = 32;
/** Everything that the edge may read. */
const INSIDE =
  /^(streams\/[\w-]{1,64}\/[\w-]{1,64}\/[\w./-]+|published\/(channels|teams|projects|players|videos)\/[\w.-]+\.json|published\/changes\.json|player-pictures\/[\w-]+\.webp)$/;

const PIECES = [
  ...['..', '/', '//', '%2e%2e', '%2F', '%00', '\\', '?', '&', '=', '#', '%', '%zz', '%c0%af', ';'],
  ...[
    'streams',
    'published',
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

const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-fuzz-'));
const storage = await openStorage(pathToFileURL(folder).href, {});
await publishWorld(storage);
const outside = new Set<string>();
const quiet = { info: () => undefined, warn: console.warn, error: console.error };
const countries = await openCountries(getPackagedCountries(), quiet);
const access = { ...TEST_ACCESS, findCountry: (address: string) => countries.find(address) };
const edge = await startBuiltInEdge({ storage: watchReads(storage), access });
const statuses = new Map<number, number>();
let left = count;
/** A request after which the edge answered with a fault of its own. */
const faults: string[] = [];
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
  for (const fault of faults.slice(0, 5)) console.log(JSON.stringify(fault));
  for (const key of [...outside].slice(0, 5)) console.log(key);
  if (faults.length + outside.size > 0) process.exitCode = 1;
} finally {
  await edge.close();
  countries.close();
  await storage.close();
  await rm(folder, { recursive: true, force: true });
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
      resolve(status);
    };
    const close = () => end(readStatus(received) ?? 0);
    const take = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = received.subarray(0, headEnd).toString('latin1');
      const status = readStatus(received) ?? 0;
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      const bodyBytes = isHead || status === 304 || status === 204 ? 0 : length;
      if (received.length < headEnd + 4 + bodyBytes) return;
      if (/^connection: close/im.test(head)) socket.destroy();
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
