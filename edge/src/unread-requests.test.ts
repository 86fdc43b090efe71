import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test, type TestContext } from 'node:test';
import { SIGNED_CHANNEL, signAddress } from './test-signatures.ts';
import { publishChannel, startEdgeUnderTest } from './test-edge.ts';
import { answerUnread } from './unread-requests.ts';

/** Sends a head as it stands, and gives all that comes until the end. */
function sendHead(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

async function start(t: TestContext) {
  const edge = await startEdgeUnderTest(t);
  await edge.publish({});
  const { host, port } = new URL(edge.url);
  return { edge, host, port: Number(port) };
}

const status = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

test('a target that names its host is read as one without, whatever Host says beside it', async (t) => {
  const { host, port } = await start(t);
  const path = '/streams/vid1/playlist.m3u8';
  const ask = (target: string, named: string) =>
    sendHead(port, [`GET ${target} HTTP/1.1`, `Host: ${named}`, 'Connection: close']);
  assert.equal(status(await ask(`http://${host}${path}`, host)), 200);
  assert.equal(status(await ask(`HTTP://${host}${path}`, 'other.test')), 200);
  assert.equal(status(await ask(`http://other.test${path}`, host)), 404);
  for (const odd of [`http://user@${host}${path}`, `http:///${path}`, `ftp://${host}${path}`]) {
    assert.equal(status(await ask(odd, host)), 404, odd);
  }
});

test('a final dot of a host means nothing, for a signature as well', async (t) => {
  const { edge, port } = await start(t);
  await publishChannel(edge.storage, `play.test:${port}`, 'team1', SIGNED_CHANNEL);
  edge.clock.nowMs = Date.now();
  const expires = Math.floor(Date.now() / 1000) + 1000;
  const signed = new URL(
    signAddress(`http://play.test:${port}/streams/vid1/playlist.m3u8`, { expires }),
  );
  const ask = (host: string) =>
    sendHead(port, [
      `GET ${signed.pathname}${signed.search} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: close',
    ]);
  for (const host of [`play.test:${port}`, `play.test.:${port}`]) {
    assert.equal(status(await ask(host)), 200, host);
  }
  assert.equal(status(await ask(`play.test..:${port}`)), 404);
});

test('bytes that are no request are answered with their cause, for every page to read', async (t) => {
  const { host, port } = await start(t);
  const thai = await sendHead(port, [
    'GET /streams/vid1/playlist.m3u8?ชื่อ=1 HTTP/1.1',
    `Host: ${host}`,
    'Origin: https://page.test',
  ]);
  assert.equal(status(thai), 400);
  assert.match(thai, /\r\nAccess-Control-Allow-Origin: \*\r\n/);
  assert.match(
    thai,
    /\r\nX-Reason: malformed_request\r\n[^]*\r\n\r\n{"code":"malformed_request"}$/,
  );
  const long = await sendHead(port, [
    'GET / HTTP/1.1',
    `Host: ${host}`,
    `X-Long: ${'x'.repeat(20_000)}`,
  ]);
  assert.equal(status(long), 431);
  assert.match(long, /{"code":"head_too_large"}$/);
});

test('what comes after a request that is being answered adds nothing to its answer', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': 40 }).write('x'.repeat(20));
  }).on('clientError', answerUnread);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'),
    );
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      if (received.endsWith('x'.repeat(20))) socket.write('no request\r\n\r\n');
    });
    socket.on('close', () => resolve(received)).on('error', reject);
  });
  server.close();
  assert.match(answer, /\r\n\r\nx{20}$/);
});

test('a person who opens the bare address reads what it is for, and a program that nothing is there', async (t) => {
  const { edge } = await start(t);
  const open = (headers: Record<string, string>) => fetch(`${edge.url}/`, { headers });
  for (const [language, title] of [
    ['en', 'Kinora plays videos here'],
    ['th', 'ที่นี่คือที่เล่นวิดีโอของ Kinora'],
  ] as const) {
    const page = await open({ accept: 'text/html', 'accept-language': language });
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.ok((await page.text()).includes(`<h1>${title}</h1>`));
  }
  const answer = await open({});
  assert.equal(answer.status, 404);
  assert.equal(((await answer.json()) as { code: string }).code, 'not_found');
});
