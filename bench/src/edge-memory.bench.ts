// Promise: what strangers choose fills no memory without end. Prints what the process of an edge takes after
// each 100,000 odd requests: broken ones, from any network, for made-up videos and hosts, with long heads and
// with signatures for one player after another. `held`: after a collection of all memory, which is asked for.
// Run: node bench/src/edge-memory.bench.ts [requests, 1000000] [seed, 1] [flags of the edge's Node, ...]
// With --max-old-space-size=96 among the flags it is seen to go on as fast.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeHeapSnapshot } from 'node:v8';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { openWorld } from '@kinora/edge/nginx/test-edges';
import type { SentRequest } from '@kinora/edge/nginx/test-nginx-edge';
import { createRandom, type Random } from '@kinora/edge/nginx/test-random';
import { createRequest } from '@kinora/edge/nginx/test-random-requests';
import { signQuery } from '@kinora/edge/nginx/test-world';
import { createEdge } from '@kinora/edge/serve';
import { createTestPlayer } from '@kinora/edge/test-edge';
import { exchange, writeBroken } from './broken-requests.ts';

const CONNECTIONS = 32;
const EACH = 100_000;
const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

type Memory = { as: NodeJS.MemoryUsage; held: NodeJS.MemoryUsage };

if (process.send) await serve();
else await measure(Number(process.argv[2] ?? 1_000_000), Number(process.argv[3] ?? 1));

async function serve(): Promise<void> {
  const world = await openWorld();
  const quiet = () => undefined;
  const edge = createEdge({
    ...world,
    player: await createTestPlayer(),
    log: { info: quiet, warn: quiet, error: console.error },
    trustedProxies: ['127.0.0.1'],
    // A network would be slowed down.
    limits: { refusals: { burst: 1e9, perSecond: 1e9, maxWaitMs: 0, maxWaiting: 1e9 } },
  }).listen(0, '127.0.0.1');
  await once(edge, 'listening');
  process.on('message', (question: 'memory' | 'snapshot') => {
    if (question === 'snapshot') return void writeHeapSnapshot();
    const as = process.memoryUsage();
    global.gc?.();
    process.send?.({ as, held: process.memoryUsage() });
  });
  process.once('disconnect', () => void world.close().then(() => process.exit()));
  process.send?.((edge.address() as AddressInfo).port);
}

async function measure(count: number, seed: number): Promise<void> {
  const execArgv = ['--expose-gc', ...process.argv.slice(4)];
  const edge = fork(import.meta.filename, { execArgv });
  const [port] = (await once(edge, 'message')) as [number];
  print('at the start', await askMemory(edge));
  const statuses = new Map<number, number>();
  let left = 0;
  const sendAll = async (random: Random): Promise<void> => {
    let socket: Socket | null = null;
    while (left > 0) {
      left -= 1;
      if (!socket || socket.destroyed) {
        socket = connect(port, '127.0.0.1');
        // `exchange` sees that it has closed.
        socket.on('error', () => undefined);
      }
      const { status } = await exchange(socket, writeOdd(random));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 0 || status === 400 || random.isOnce(50)) socket.destroy();
    }
    socket?.destroy();
  };
  const randoms = Array.from({ length: CONNECTIONS }, (_, lane) => createRandom(seed + lane));
  for (let sent = 0; sent < count; sent += EACH) {
    left = EACH;
    const begunMs = performance.now();
    await Promise.all(randoms.map(sendAll));
    const perSecond = (EACH * 1000) / (performance.now() - begunMs);
    print(`${(sent + EACH) / 1000}k, ${perSecond.toFixed(0)} a second`, await askMemory(edge));
  }
  const answers = [...statuses].toSorted(([one], [other]) => one - other);
  console.log(answers.map(([status, times]) => `${status || 'cut off'}: ${times}`).join(', '));
  if (process.env['SNAPSHOT']) {
    edge.send('snapshot');
    await askMemory(edge);
  }
  edge.disconnect();
}

async function askMemory(edge: ChildProcess): Promise<Memory> {
  edge.send('memory');
  const [memory] = (await once(edge, 'message')) as [Memory];
  return memory;
}

function print(when: string, { as, held }: Memory): void {
  const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  const list = ({ rss, heapTotal, heapUsed, external }: NodeJS.MemoryUsage) =>
    `RSS ${mb(rss)}, heap ${mb(heapUsed)} of ${mb(heapTotal)}, external ${mb(external)}`;
  console.log(`${when}: ${list(as)}; held: ${list(held)} MB`);
}

function writeOdd(random: Random): string {
  const chosen = random.pick(['broken', 'broken', 'made up', 'signed'] as const);
  if (chosen === 'broken') return writeBroken(random, fromAnywhere(random, createRequest(random)));
  return writeBroken(random, chosen === 'signed' ? createSigned(random) : createMadeUp(random));
}

/** A right signature for all of a stream, which any player may send. */
function createSigned(random: Random): SentRequest {
  const expires = Math.floor(Date.now() / 1000) + 3600;
  const host = 'signed.test:8443';
  const path = '/streams/free/rev1/v360/1.m4s';
  const query = signQuery({ host, path, prefix: '/streams/free/' }, 'k1', expires);
  const headers = { Host: host, 'User-Agent': createText(random, 1500) };
  return fromAnywhere(random, { path: `${path}?${query}`, headers });
}

function createMadeUp(random: Random): SentRequest {
  const host = random.isOnce(2) ? 'open.test' : `${createText(random, 60)}.test`;
  const key = createText(random, 64);
  const path = random.pick([
    `/streams/${key}/playlist.m3u8?${createText(random, 1900)}`,
    `/streams/${key}/rev1/v360/1.m4s`,
    `/watch/${key}?lang=th`,
    `/embed/${key}`,
    `/licenses/clear-key?video=${key}&host=${createText(random, 60)}.test`,
  ]);
  const cookie = `kinora_pass_${key}=${createText(random, 3000)}`;
  return fromAnywhere(random, { path, headers: { Host: host, Cookie: cookie } });
}

/** The viewer has written all that stands before the last entry. */
function fromAnywhere(random: Random, { headers, ...rest }: SentRequest): SentRequest {
  const part = () => 100 + Math.floor(random.next() * 150);
  const address = random.isOnce(4)
    ? `2001:fb1:${part()}:${part()}::1`
    : `${part()}.${part()}.${part()}.${part()}`;
  const own = random.isOnce(2) ? `${createText(random, 10_000)}, ` : '';
  return { ...rest, headers: { ...headers, 'X-Forwarded-For': own + address } };
}

function createText(random: Random, maxLetters: number): string {
  const length = 1 + Math.floor(random.next() * maxLetters);
  const start = Array.from({ length: Math.min(length, 16) }, () => random.pick(LETTERS));
  return start.join('') + 'a'.repeat(Math.max(0, length - 16));
}
