import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import { StorageError } from '@kinora/storage/storage';
import type { EdgeStorage } from './edge-storage.ts';
import { type EdgeUnderTest, rawRequest, startEdgeUnderTest } from './test-edge.ts';

const SEGMENT_PATH = '/streams/vid1/rev1/v360/1.m4s';
const NOTHING_IN_MEMORY = { cacheBytes: 0, residentBytes: 0, objectBytes: 0, freeBytes: 0 };

function requestText(edge: EdgeUnderTest, line: string, more = ''): string {
  return `${line} HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\n${more}Connection: close\r\n\r\n`;
}

async function closed(socket: Socket): Promise<void> {
  socket.on('error', () => undefined);
  if (!socket.closed) await once(socket, 'close');
}

test('an address above 2 KB is 414, a larger head 431, a request without host 400', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const long = `GET ${SEGMENT_PATH}?${'x'.repeat(2048)}`;
  assert.match(await rawRequest(edge.port, requestText(edge, long)), /^HTTP\/1\.1 414 /);
  const head = requestText(edge, `GET ${SEGMENT_PATH}`, `X: ${'x'.repeat(17_000)}\r\n`);
  assert.match(await rawRequest(edge.port, head), /^HTTP\/1\.1 431 /);
  const twoHosts = requestText(edge, `GET ${SEGMENT_PATH}`, 'Host: evil.test\r\n');
  assert.match(await rawRequest(edge.port, twoHosts), /^HTTP\/1\.1 400 [^]*malformed_request/);
  const hostless = `GET ${SEGMENT_PATH} HTTP/1.1\r\nConnection: close\r\n\r\n`;
  assert.match(await rawRequest(edge.port, hostless), /^HTTP\/1\.1 400 /);
});

test('/healthz is 200 while the process lives; /readyz is 503 with the reason while storage fails', async (t) => {
  let failure: StorageError | null = null;
  const edge = await startEdgeUnderTest(t, {
    wrap: (inner) => ({
      ...inner,
      async check() {
        if (failure) throw failure;
      },
    }),
  });
  const ready = async () => {
    edge.clock.nowMs += 1000;
    const response = await fetch(`${edge.url}/readyz`);
    return `${response.status} ${await response.text()}`;
  };
  assert.equal(await ready(), '200 ok\n');
  failure = new StorageError('unavailable', 'connect ECONNREFUSED 10.0.0.7');
  assert.equal(await ready(), '503 storage: unavailable\n');
  assert.equal((await fetch(`${edge.url}/healthz`)).status, 200);
});

test('where viewers come by https alone every answer says so', async (t) => {
  const paths = [
    SEGMENT_PATH,
    '/embed/vid1',
    '/streams/vid1/playlist.m3u8',
    '/nothing',
    '/healthz',
  ];
  for (const [httpsOnly, expected] of [
    [true, 'max-age=31536000'],
    [false, null],
  ] as const) {
    const edge = await startEdgeUnderTest(t, { httpsOnly });
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const { headers, status } = await fetch(edge.url + path, { method });
        assert.equal(headers.get('strict-transport-security'), expected, `${method} ${path}`);
        assert.equal(headers.get('x-content-type-options'), 'nosniff', `${status}`);
      }
    }
  }
});

test('/metrics is what the given registry says', async (t) => {
  const metrics = { contentType: 'text/plain; version=0.0.4', metrics: async () => 'up 1\n' };
  const edge = await startEdgeUnderTest(t, { metrics });
  const response = await fetch(`${edge.url}/metrics`);
  assert.equal(response.headers.get('content-type'), metrics.contentType);
  assert.equal(await response.text(), 'up 1\n');
  // Requests through a proxy come from the public.
  for (const name of ['X-Forwarded-For', 'Forwarded']) {
    const passedOn = await fetch(`${edge.url}/metrics`, { headers: { [name]: 'for=192.0.2.1' } });
    assert.equal(passedOn.status, 404, name);
  }
});

test('every request is observed and logged once, without its query', async (t) => {
  const edge = await startEdgeUnderTest(t);
  await (await fetch(`${edge.url}${SEGMENT_PATH}?x_signature=secret-canary`)).arrayBuffer();
  await until('the record of an answer', () => edge.answers.length === 1);
  const [answer] = edge.answers;
  assert.equal(answer?.kind, 'segment');
  assert.equal(answer.status, 200);
  assert.equal(answer.complete, true);
  assert.equal(edge.logged.length, 1);
  const line = JSON.stringify(edge.logged);
  assert.match(line, /"path":"\/streams\/vid1\/rev1\/v360\/1\.m4s"/);
  assert.doesNotMatch(line, /secret-canary/);
  // Longer ones would fill the log.
  const host = 'a.'.repeat(4000);
  await rawRequest(
    edge.port,
    `GET /${host} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  await until('two lines of the log', () => edge.logged.length === 2);
  const fields = edge.logged[1]?.fields as { host: string; path: string };
  assert.deepEqual([fields.host.length, fields.path.length], [200, 200]);
});

const replaceBodies =
  (create: () => Readable) =>
  (inner: EdgeStorage): EdgeStorage => ({
    ...inner,
    async open(key, range) {
      const opened = await inner.open(key, range);
      opened?.body.destroy();
      return opened && { ...opened, body: create() };
    },
  });

test('a client that leaves ends the read from storage', async (t) => {
  let source: Readable | null = null;
  const edge = await startEdgeUnderTest(t, {
    limits: { memory: NOTHING_IN_MEMORY },
    wrap: replaceBodies(
      () => (source = new Readable({ read: () => source?.push(Buffer.alloc(64 * 1024)) })),
    ),
  });
  const large = Buffer.alloc(20_000_000);
  await edge.storage.put('streams/vid1/rev1/v360/1.m4s', large);
  const socket = connect(edge.port, '127.0.0.1');
  socket.write(requestText(edge, `GET ${SEGMENT_PATH}`));
  await once(socket, 'data');
  socket.destroy();
  await until('the file to be closed', () => source?.destroyed === true);
  await until('the record of an answer', () => edge.answers.length === 1);
  assert.equal(edge.answers[0]?.complete, false);
  assert.ok(!edge.logged.some(({ level }) => level === 'error'));
});

test('a storage that breaks off in the middle cuts the connection, so that no half is taken for whole', async (t) => {
  const edge = await startEdgeUnderTest(t, {
    limits: { memory: NOTHING_IN_MEMORY },
    wrap: replaceBodies(() => {
      const half = async function* () {
        yield Buffer.alloc(500);
        throw new StorageError('unavailable', 'reset');
      };
      return Readable.from(half());
    }),
  });
  const response = await fetch(edge.url + SEGMENT_PATH);
  assert.equal(response.status, 200);
  await assert.rejects(response.arrayBuffer());
});

test('a storage that fails before the first byte is 503, and the next request asks it again', async (t) => {
  let broken = true;
  const edge = await startEdgeUnderTest(t, {
    wrap: (inner) => ({
      ...inner,
      localPath(key) {
        if (broken) throw new StorageError('unavailable', 'down');
        return inner.localPath(key);
      },
    }),
  });
  assert.equal((await fetch(edge.url + SEGMENT_PATH)).status, 503);
  broken = false;
  assert.equal((await fetch(edge.url + SEGMENT_PATH)).status, 200);
});

test('who sends its request too slowly is cut off', async (t) => {
  const edge = await startEdgeUnderTest(t, { limits: { headersMs: 100, checkMs: 50 } });
  const socket = connect(edge.port, '127.0.0.1');
  socket.write(`GET ${SEGMENT_PATH} HTTP/1.1\r\nHost: `);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 408 /);
  await closed(socket);
});

test('who reads nothing is cut off, and so is who reads too slowly', async (t) => {
  for (const limits of [{ idleMs: 150 }, { answerMs: 150, checkMs: 50 }]) {
    const edge = await startEdgeUnderTest(t, { limits });
    await edge.storage.put('streams/vid1/rev1/v360/1.m4s', Buffer.alloc(8_000_000));
    const socket = connect(edge.port, '127.0.0.1');
    socket.pause();
    socket.write(requestText(edge, `GET ${SEGMENT_PATH}`));
    await until('the record of an answer', () => edge.answers.length === 1);
    assert.equal(edge.answers[0]?.complete, false);
    socket.resume();
    await closed(socket);
  }
});

test('one connection serves many requests, also sent at once', async (t) => {
  const edge = await startEdgeUnderTest(t);
  const line = `GET ${SEGMENT_PATH} HTTP/1.1\r\nHost: 127.0.0.1:${edge.port}\r\n\r\n`;
  const text = await rawRequest(edge.port, line.repeat(4) + requestText(edge, 'GET /healthz'));
  assert.equal(text.match(/HTTP\/1\.1 200 OK/g)?.length, 5);
});

test('only a network that is refused all the time has to wait', async (t) => {
  const closing = new AbortController();
  const refusals = { burst: 2, perSecond: 0.001, maxWaitMs: 3_600_000, maxWaiting: 10 };
  const edge = await startEdgeUnderTest(t, {
    closing: closing.signal,
    limits: { refusals },
    trustedProxies: ['127.0.0.1'],
  });
  const ask = async (path: string, network: string) => {
    const answer = await fetch(edge.url + path, { headers: { 'x-forwarded-for': network } });
    return answer.status;
  };
  assert.equal(await ask('/nothing', '192.0.2.1'), 404);
  assert.equal(await ask('/embed/nothing', '192.0.2.1'), 404);
  let delayedStatus = 0;
  const delayed = ask('/streams/nothing/playlist.m3u8', '192.0.2.1').then((status) => {
    delayedStatus = status;
  });
  assert.equal(await ask('/streams/vid1/playlist.m3u8', '192.0.2.1'), 200);
  assert.equal(await ask('/nothing', '192.0.2.2'), 404);
  assert.equal(delayedStatus, 0);
  closing.abort();
  await delayed;
  assert.equal(delayedStatus, 404);
});
