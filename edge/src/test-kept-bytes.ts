import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { GCProfiler, type GCProfilerResult, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startEdgeUnderTest } from './test-edge.ts';

// Says how many bytes of each request V8 moves to where only a collection of the whole memory frees them.
// A process of its own, as the test runner keeps something of each promise.

const CONNECTIONS = 16;
const REQUESTS = 8000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
const endings: (() => unknown)[] = [];
const quiet = () => undefined;
const edge = await startEdgeUnderTest(
  { after: (end) => void endings.push(end as () => unknown) },
  { log: { info: quiet, warn: quiet, error: quiet }, observe: quiet },
);
const sockets = await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    const socket = connect(edge.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }),
);
await askAll();
// From here on V8 treats the present objects as old, as after hours.
for (let times = 0; times < 3; times += 1) collect({ type: 'minor' });
const profiler = new GCProfiler();
profiler.start();
await askAll();
console.log(countKept(profiler.stop()) / REQUESTS);
sockets.forEach((socket) => socket.destroy());
await Promise.all(endings.map((end) => end()));

async function askAll(): Promise<void> {
  const host = `127.0.0.1:${edge.port}`;
  const text = `GET /streams/vid1/rev1/v360/1.m4s HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const request = Buffer.from(text);
  await Promise.all(sockets.map((socket) => askInTurn(socket, request)));
}

/** Each answer ends before the next is asked for: 1,000 bytes, and a head. */
function askInTurn(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve) => {
    let left = REQUESTS / CONNECTIONS;
    let bytes = 0;
    let head = 0;
    const take = (chunk: Buffer) => {
      if (head === 0) head = chunk.indexOf('\r\n\r\n') + 4;
      bytes += chunk.length;
      if (bytes < head + 1000) return;
      [bytes, head, left] = [0, 0, left - 1];
      if (left > 0) return void socket.write(request);
      socket.off('data', take);
      resolve();
    };
    socket.on('data', take);
    socket.write(request);
  });
}

function countKept({ statistics }: GCProfilerResult): number {
  const growth = statistics.map(({ gcType, beforeGC, afterGC }) =>
    gcType === 'Scavenge' ? getOldBytes(afterGC) - getOldBytes(beforeGC) : 0,
  );
  return growth.reduce((sum, bytes) => sum + bytes, 0);
}

type Heap = GCProfilerResult['statistics'][number]['beforeGC'];

function getOldBytes({ heapSpaceStatistics }: Heap): number {
  const old = heapSpaceStatistics.find(({ spaceName }) => spaceName === 'old_space');
  return old?.spaceUsedSize ?? 0;
}
