import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { type EdgeUnderTest, startEdgeUnderTest, testStream } from './test-edge.ts';

const MB = 1024 * 1024;
const FILE = Buffer.alloc(12 * MB, Buffer.from(Array.from({ length: 253 }, (_, n) => n)));
const PATH = '/streams/vid1/480p.mp4';

/** An edge with a whole file of `vid1`, larger than what is kept in memory. */
async function startWithFile(
  context: TestContext,
  more: Parameters<typeof startEdgeUnderTest>[1] = {},
): Promise<EdgeUnderTest> {
  const edge = await startEdgeUnderTest(context, more);
  await edge.storage.put('streams/vid1/rev1/480p.mp4', FILE);
  const progressive = [{ height: 480, width: 854, sizeBytes: FILE.length }];
  await edge.publish({ stream: testStream({ progressive }) });
  return edge;
}

test('a whole file is sent as it is stored, fresh for a second since its address has no revision', async (t) => {
  const edge = await startWithFile(t);
  const response = await fetch(edge.url + PATH);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'video/mp4');
  assert.equal(response.headers.get('content-length'), String(FILE.length));
  assert.equal(response.headers.get('accept-ranges'), 'bytes');
  assert.equal(response.headers.get('cache-control'), 'public, max-age=1');
  assert.match(response.headers.get('etag') ?? '', /rev1/, 'a new revision is another file');
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(FILE));
});

test('RFC 9110 §14: parts of a whole file are sent, as players ask for them', async (t) => {
  const edge = await startWithFile(t);
  const get = (range: string) => fetch(edge.url + PATH, { headers: { range } });
  const tail = await get('bytes=-100');
  assert.equal(tail.status, 206);
  const first = FILE.length - 100;
  assert.equal(
    tail.headers.get('content-range'),
    `bytes ${first}-${FILE.length - 1}/${FILE.length}`,
  );
  assert.ok(Buffer.from(await tail.arrayBuffer()).equals(FILE.subarray(first)));
  const open = await get('bytes=5242880-');
  assert.ok(Buffer.from(await open.arrayBuffer()).equals(FILE.subarray(5 * MB)));
  assert.equal((await get(`bytes=${FILE.length}-`)).status, 416);
});

test('a file that the stream does not name is 404, also when storage has it', async (t) => {
  const edge = await startWithFile(t);
  await edge.storage.put('streams/vid1/rev1/720p.mp4', FILE.subarray(0, 10));
  for (const path of ['/streams/vid1/720p.mp4', '/streams/other/480p.mp4']) {
    const response = await fetch(edge.url + path);
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('x-reason'), 'video_not_found');
    await response.arrayBuffer();
  }
  await rm(`${edge.folder}/streams/vid1/rev1/480p.mp4`);
  const lost = await fetch(edge.url + PATH);
  assert.equal(lost.status, 404);
  await lost.arrayBuffer();
});

test('a whole file may take as long as its size needs, and no longer', async (t) => {
  const limits = { answerMs: 50, checkMs: 20 };
  for (const [fileBytesPerSecond, isWhole] of [
    [MB, true],
    [1000 * MB, false],
  ] as const) {
    const edge = await startWithFile(t, { limits: { ...limits, fileBytesPerSecond } });
    const socket = connect(edge.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\n`);
    socket.write('Connection: close\r\n\r\n');
    let received = 0;
    socket.once('data', (chunk: Buffer) => {
      received += chunk.length;
      // A reader that rests for a while.
      socket.pause();
      setTimeout(() => {
        socket.on('data', (more: Buffer) => (received += more.length));
        socket.resume();
      }, 300);
    });
    await once(socket, 'close');
    assert.equal(received > FILE.length, isWhole, `${received} bytes`);
  }
});
