// Promise: a million random requests, most of them broken, bring about no 5xx and no exit, and no read of
// what lies outside a video's stream, the published documents and the pictures of players. With `nginx` they
// go to an nginx before the edge: none of its processes ends either, and no answer has anything of other files.
// Run: node bench/src/edge-fuzz.bench.ts [requests, 1000000] [seed, 1] [nginx]
import { connect, type Socket } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openWorld } from '@kinora/edge/nginx/test-edges';
import {
  endConnections,
  type NginxTestEdge,
  startBuiltInEdge,
  startNginxEdge,
} from '@kinora/edge/nginx/test-nginx-edge';
import { createRandom, type Random } from '@kinora/edge/nginx/test-random';
import { createRequest } from '@kinora/edge/nginx/test-random-requests';
import type { Storage } from '@kinora/storage/storage';
import { exchange, writeBroken } from './broken-requests.ts';
import { descendants } from './process-usage.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? 1);
const isNginx = process.argv[4] === 'nginx';
const CONNECTIONS = 32;
/** No answer may contain any of these, which are in files that no one may fetch. */
const SECRETS = ['canary of a file', 'sealedSecret', 'first-key', 'the-second'];
/** Everything that the edge may read. */
const INSIDE =
  /^(streams\/[\w-]{1,64}\/[\w-]{1,64}\/[\w./-]+|published\/(channels|teams|projects|players|videos)\/[\w.-]+\.json|published\/changes\.json|player-pictures\/[\w-]+\.webp)$/;

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
    const text = writeBroken(random, createRequest(random));
    const { status, text: answer } = await exchange(socket, text);
    if (SECRETS.some((secret) => answer.includes(secret))) leaks.push(text);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) faults.push(text);
    // A broken request may have left something behind.
    if (status === 0 || status === 400 || random.isOnce(50)) socket.destroy();
  }
  socket?.destroy();
}
