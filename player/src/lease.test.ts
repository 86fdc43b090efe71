import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { createLease } from './lease.ts';
import { requestLicence } from './licence-request.ts';

type Asked = { url: string; body: string; headers: IncomingMessage['headers'] };

/** An edge whose answers the test sets, in turn. */
async function startEdge(t: TestContext, answers: ((response: ServerResponse) => void)[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      asked.push({ url: request.url ?? '', body, headers: request.headers });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/licenses/widevine?video=v&s=a%2Fb~c`;
  const lease = createLease();
  const challenge = { url, keySystem: 'com.widevine.alpha', body: new Uint8Array([1]) };
  const tokens = { get: () => Promise.resolve('a token') };
  const { signal } = new AbortController();
  const ask = () => requestLicence(challenge, { tokens, lease }, signal);
  const untilAsked = async (times: number) => {
    while (asked.length < times) await new Promise((resolve) => setImmediate(resolve));
  };
  return { asked, lease, ask, untilAsked };
}

const give = (response: ServerResponse) =>
  void response.setHeader('X-Lease-Seconds', '300').end('a licence');
const fail = (response: ServerResponse) => void response.writeHead(503).end('{}');
const refuse = (response: ServerResponse) =>
  void response.writeHead(403, { 'X-Reason': 'license_streams_exceeded' }).end('{}');

test('addresses of licences name the playback, and those of other servers stay as they are', () => {
  const [one, other] = [createLease(), createLease()];
  const url = 'https://play.test/licenses/fair-play?video=v&x=%7e+b';
  const named = one.toAddress(url);
  assert.match(
    named,
    /^https:\/\/play\.test\/licenses\/fair-play\?video=v&x=%7e\+b&session=[0-9a-f]{32}$/,
  );
  assert.equal(one.toAddress(url), named);
  assert.notEqual(other.toAddress(url), named);
  for (const foreign of ['https://drm.test/get?licenses=1', named, 'https://drm.test/']) {
    assert.equal(one.toAddress(foreign), foreign);
  }
});

test('a player says that it stops once, with its last token, and only where it has a lease', async (t) => {
  const { asked, lease, ask, untilAsked } = await startEdge(t, [give]);
  lease.release();
  assert.equal(lease.leftMs(), 0);
  assert.ok((await ask()).ok);
  assert.ok(lease.leftMs() > 0);
  lease.release();
  lease.release();
  assert.equal(lease.leftMs(), 0);
  await untilAsked(2);
  const [first, released] = asked;
  assert.equal(released?.url, first?.url.replace('/widevine', '/release'));
  assert.equal(released?.body, 'a token');
  assert.equal(released?.headers.authorization, undefined);
  assert.match(String(released?.headers['content-type']), /^text\/plain/);
  assert.ok((await ask()).ok);
  assert.equal(asked.length, 3);
});

test('a renewal that fails is tried again while the lease holds, and one that is refused is not', async (t) => {
  const { asked, ask, untilAsked } = await startEdge(t, [fail, give, fail, fail, give, refuse]);
  const failed = await ask();
  assert.ok(!failed.ok && failed.problem.kind === 'unavailable');
  assert.ok((await ask()).ok);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const renewed = ask();
  for (const times of [3, 4]) {
    await untilAsked(times);
    // The player has to have read the answer before its clock goes on.
    while (asked.length === times) {
      t.mock.timers.tick(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  assert.ok((await renewed).ok);
  const refused = await ask();
  assert.ok(!refused.ok && refused.problem.kind === 'tooManyStreams');
  assert.equal(asked.length, 6);
});
