// Promise: an upload of 1 GiB runs at ≥ 0.85 × a bare `req.pipe(file)` that is synced at the end,
// and at ≥ 2 × @tus/server with its file store; 50 uploads at once take ≤ 150 MB of memory.
// Run: node bench/src/upload.bench.ts [MiB] [rounds]

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { TUS_PATH } from '@kinora/contract/uploads';
import { median } from './median.ts';
import { send as sendNow, type Sending, type Sent } from './upload-sender.ts';
import type { Memory, Ready, Subject } from './upload-servers.ts';

const SIZE_BYTES = Number(process.argv[2] ?? 1024) * 1024 * 1024;
const ROUNDS = Number(process.argv[3] ?? 5);
const AT_ONCE = 50;
const AT_ONCE_BYTES = 32 * 1024 * 1024;
const MIN_RATIO_TO_PIPE = 0.85;
const MIN_RATIO_TO_TUS = 2;
const MAX_MEMORY_BYTES = 150e6;

const SUBJECTS: Subject[] = ['ours', 'pipe', 'tus'];
const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

type Server = Ready & { child: ChildProcess; folder: string };

// One server at a time: a neighbour that only lives beside it halves what some machines reach.
const servers = new Map<Subject, Server>();
const root = await mkdtemp(join(tmpdir(), 'kinora-bench-upload-'));
try {
  // The first two runs compile, as an earlier `npm start` does. Memory is then measured in a process that
  // has done nothing yet, so that the speed's rounds don't count.
  for (const _ of ['strip', 'compile']) await during('ours', async () => undefined);
  await during('ours', measureMemory);
  await compareSpeed();
} finally {
  for (const subject of servers.keys()) await stop(subject);
  await rm(root, { recursive: true, force: true });
}

async function during<T>(subject: Subject, work: () => Promise<T>): Promise<T> {
  servers.set(subject, await start(subject));
  try {
    return await work();
  } finally {
    await stop(subject);
  }
}

async function stop(subject: Subject): Promise<void> {
  const { child } = serverOf(subject);
  servers.delete(subject);
  child.kill();
  if (child.exitCode === null) await once(child, 'exit');
}

async function start(subject: Subject): Promise<Server> {
  const folder = await mkdtemp(join(root, `${subject}-`));
  const script = join(import.meta.dirname, 'upload-servers.ts');
  // Flags as start/ gives them to the API: a small young generation is collected before many
  // blocks of bodies lie about, which it does not count.
  const execArgv = subject === 'ours' ? ['--max-semi-space-size=2'] : [];
  // And the cache that `npm start` gives to every program of the product.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'compiled') };
  const child = fork(script, [subject, folder], { execArgv, env });
  const [ready] = (await once(child, 'message')) as [Ready];
  return { ...ready, child, folder };
}

async function compareSpeed(): Promise<void> {
  const seconds = new Map<Subject, number[]>(SUBJECTS.map((subject) => [subject, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of round % 2 === 0 ? SUBJECTS : SUBJECTS.toReversed()) {
      await during(subject, async () => {
        // The first one warms caches and compilers.
        await upload(subject);
        seconds.get(subject)?.push(await upload(subject));
      });
    }
  }
  console.log(`${cpus().length} cores, ${ROUNDS} rounds of ${SIZE_BYTES / 2 ** 20} MiB, in turn`);
  const [ours = NaN, pipe = NaN, tus = NaN] = SUBJECTS.map((subject) => {
    const taken = median(seconds.get(subject) ?? []);
    const rate = SIZE_BYTES / taken / 1e6;
    console.log(`${subject.padEnd(6)}${taken.toFixed(2)} s  ${rate.toFixed(0).padStart(5)} MB/s`);
    return taken;
  });
  console.log(`${(pipe / ours).toFixed(2)} × the bare pipe (promise: ≥ ${MIN_RATIO_TO_PIPE})`);
  console.log(`${(tus / ours).toFixed(2)} × @tus/server (promise: ≥ ${MIN_RATIO_TO_TUS})`);
  if (!(pipe / ours >= MIN_RATIO_TO_PIPE && tus / ours >= MIN_RATIO_TO_TUS)) process.exitCode = 1;
}

/** Returns the seconds from the first byte sent to the answer; the upload is created before. */
async function upload(subject: Subject): Promise<number> {
  const server = serverOf(subject);
  let path = '/';
  if (subject === 'ours')
    path = await create(server, await addVideo(server, SIZE_BYTES), SIZE_BYTES);
  if (subject === 'tus') {
    const headers = { 'upload-length': String(SIZE_BYTES) };
    path = (await send(server, 'POST', '/files', headers, 0)).location;
  }
  const method = subject === 'pipe' ? 'PUT' : 'PATCH';
  const { seconds } = await send(server, method, path, part, SIZE_BYTES);
  await empty(server.folder);
  return seconds;
}

async function measureMemory(): Promise<void> {
  const server = serverOf('ours');
  const message = { videos: AT_ONCE, sizeBytes: AT_ONCE_BYTES };
  const paths: string[] = [];
  for (const key of await ask<string[]>(server, message)) {
    paths.push(await create(server, key, AT_ONCE_BYTES));
  }
  // The peak until now does not count.
  await ask<Memory>(server, 'memory');
  await Promise.all(paths.map((path) => send(server, 'PATCH', path, part, AT_ONCE_BYTES)));
  const { privateBytes, residentBytes } = await ask<Memory>(server, 'memory');
  const [own, resident] = [privateBytes, residentBytes].map((bytes) => (bytes / 1e6).toFixed(0));
  console.log(
    `${AT_ONCE} uploads at once: ${own} MB of its own (promise: ≤ ${MAX_MEMORY_BYTES / 1e6}), ` +
      `${resident} MB with the program's pages`,
  );
  if (privateBytes > MAX_MEMORY_BYTES) process.exitCode = 1;
}

async function addVideo(server: Server, sizeBytes: number): Promise<string> {
  const [key = ''] = await ask<string[]>(server, { videos: 1, sizeBytes });
  return key;
}

async function create(server: Server, videoKey: string, sizeBytes: number): Promise<string> {
  const headers = {
    'upload-length': String(sizeBytes),
    'upload-metadata': `videoKey ${Buffer.from(videoKey).toString('base64')}`,
  };
  return (await send(server, 'POST', TUS_PATH, headers, 0)).location;
}

async function send(
  { port, token }: Server,
  method: string,
  path: string,
  headers: Record<string, string>,
  sizeBytes: number,
): Promise<Sent> {
  const authorization = token ? { authorization: `Bearer ${token}` } : {};
  const sending = { port, method, path, headers: { ...authorization, ...headers }, sizeBytes };
  const sent = sizeBytes > AT_ONCE_BYTES ? await sendFromAfar(sending) : await sendNow(sending);
  if (![200, 201, 204].includes(sent.status)) throw new Error(`${method} ${path}: ${sent.status}`);
  return sent;
}

/** Sends from a process of its own, so that earlier uploads don't affect its collector and sockets. */
async function sendFromAfar(sending: Sending): Promise<Sent> {
  const script = join(import.meta.dirname, 'upload-sender.ts');
  const child = fork(script, [JSON.stringify(sending)]);
  const [sent] = (await once(child, 'message')) as [Sent];
  await once(child, 'exit');
  return sent;
}

function serverOf(subject: Subject): Server {
  const server = servers.get(subject);
  if (!server) throw new Error(`${subject} does not run`);
  return server;
}

async function ask<Answer>({ child }: Server, message: object | string): Promise<Answer> {
  child.send(message);
  const [answer] = (await once(child, 'message')) as [Answer];
  return answer;
}

/** Removes uploads, which would fill the disk and its cache. */
async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.')) await rm(join(folder, name), { recursive: true });
  }
}
