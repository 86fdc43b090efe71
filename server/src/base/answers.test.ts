import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestApp, type Person, type TestApp } from '../test-app.ts';
import { exchange } from '../test-sockets.ts';
import { listen } from '../test-uploads.ts';
import { openLog } from './log.ts';

let app: TestApp;
let admin: Person;

before(async () => {
  app = await startTestApp();
  ({ admin } = await app.addTeam('siam'));
});
after(() => app.close());

const credentials = () => ({ authorization: `Bearer ${admin.token}` });
const problemIn = (payload: string) => JSON.parse(payload) as { requestId: string; title: string };

test('every answer names its request, as the problem and the log do, and never as the client did', async () => {
  let lines = '';
  const own = await startTestApp({}, openLog('test', { write: (line) => void (lines += line) }));
  const seen: string[] = [];
  const urls = ['/api/v1/me', '/api/v1/nothing', '/api/v1/%', '/healthz', '/nothing.txt'];
  for (const url of [...urls, '/api/upload/v1/tus/videos/x']) {
    const headers = { 'x-request-id': 'the-clients-own', 'tus-resumable': '1.0.0' };
    const answer = await own.http.inject({ url, headers });
    const id = String(answer.headers['x-request-id']);
    assert.match(id, /^[\da-f-]{36}$/, url);
    if (answer.statusCode >= 400) assert.equal(problemIn(answer.payload).requestId, id, url);
    seen.push(id);
  }
  assert.equal(new Set(seen).size, seen.length);
  const raw = await exchange(await listen(own.http), 'nonsense\r\n\r\n');
  const { requestId } = problemIn(raw.split('\r\n\r\n')[1] ?? '');
  assert.match(raw, new RegExp(`\r\nx-request-id: ${requestId}\r\n`, 'i'));
  await own.close();
  const logged = lines
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => (JSON.parse(line) as { reqId: string }).reqId);
  // An address that can't be read is answered before there is a request to log.
  assert.deepEqual(logged, seen.toSpliced(2, 1));
});

test('RFC 9110 §11.6.1: every 401 names how to sign in, and whether a token was refused', async () => {
  const body = { email: 'nobody@kinora.test', password: 'wrong' };
  const calls: ['GET' | 'POST' | 'HEAD', string][] = [
    ['GET', '/api/v1/me'],
    ['POST', '/api/v1/projects'],
    ['POST', '/api/auth/v1/sign-in'],
    ['HEAD', '/api/upload/v1/tus/videos/x'],
    ['POST', '/internal/segments/request'],
  ];
  for (const [method, url] of calls) {
    const isBodied = method === 'POST';
    const ask = (headers: Record<string, string>) =>
      app.http.inject({
        method,
        url,
        headers: { 'tus-resumable': '1.0.0', ...headers },
        ...(isBodied ? { payload: body } : {}),
      });
    const plain = await ask({});
    assert.equal(plain.statusCode, 401, url);
    assert.equal(plain.headers['www-authenticate'], 'Bearer realm="kinora"', url);
    const refused = await ask({ authorization: 'Bearer knr_pat_unknown' });
    const expected = 'Bearer realm="kinora", error="invalid_token"';
    assert.equal(refused.headers['www-authenticate'], expected, url);
  }
  const { headers } = await app.http.inject({ url: '/api/v1/me', headers: credentials() });
  assert.equal(headers['www-authenticate'], undefined);
});

test('problems are in a language that the client reads, and say in which', async () => {
  const cases: [string | undefined, 'th' | 'en'][] = [
    [undefined, 'th'],
    ['fr-FR, de;q=0.5', 'en'],
    ['fr, th;q=0.1', 'th'],
    ['en', 'en'],
  ];
  for (const [accepted, expected] of cases) {
    for (const url of ['/api/v1/me', '/nothing.txt', '/api/v1/%']) {
      const headers = accepted === undefined ? {} : { 'accept-language': accepted };
      const answer = await app.http.inject({ url, headers });
      assert.equal(answer.headers['content-language'], expected, `${accepted} ${url}`);
      const isThai = /[\u0e00-\u0e7f]/.test(problemIn(answer.payload).title);
      assert.equal(isThai, expected === 'th', answer.payload);
    }
  }
});

const reads = ['/api/v1/me', '/api/v1/videos', '/api/v1/projects/nothing', '/api/openapi.json'];

test('RFC 9110 §9.3.2: HEAD has the headers of GET, and no body', async () => {
  const port = await listen(app.http);
  for (const url of reads) {
    const ask = (method: 'GET' | 'HEAD') =>
      app.http.inject({ method, url, headers: credentials() });
    const [get, head] = [await ask('GET'), await ask('HEAD')];
    assert.equal(head.statusCode, get.statusCode, url);
    const without = (headers: object) => ({ ...headers, date: '', 'x-request-id': '' });
    if (get.statusCode === 200) assert.deepEqual(without(head.headers), without(get.headers), url);
  }
  const lines = [
    'HEAD /api/v1/me HTTP/1.1',
    'host: kinora.test',
    `authorization: Bearer ${admin.token}`,
    'connection: close',
  ];
  const raw = await exchange(port, `${lines.join('\r\n')}\r\n\r\n`);
  assert.match(raw, /^HTTP\/1\.1 200 [^]*\r\ncontent-length: [1-9]\d*\r\n[^]*\r\n\r\n$/);
  const anonymous = await app.http.inject({ method: 'HEAD', url: '/api/v1/me' });
  assert.equal(anonymous.statusCode, 401);
  const write = await app.http.inject({ method: 'HEAD', url: '/api/v1/page-views' });
  assert.deepEqual([write.statusCode, write.headers['allow']], [405, 'POST']);
});

test('RFC 9110 §13.1.2: a client that has the answer already gets 304', async () => {
  for (const url of ['/api/v1/me', '/api/v1/videos', '/api/openapi.json']) {
    const ask = (tag: string, encoding = 'identity') =>
      app.http.inject({
        url,
        headers: { ...credentials(), 'if-none-match': tag, 'accept-encoding': encoding },
      });
    const first = await ask('"other"');
    const etag = String(first.headers['etag']);
    assert.match(etag, /^W\/"[\w-]{22}"$/, url);
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      for (const encoding of ['identity', 'br', 'gzip']) {
        const again = await ask(tag, encoding);
        assert.deepEqual([again.statusCode, again.payload], [304, ''], `${url} ${tag}`);
        assert.equal(again.headers['etag'], etag);
        assert.equal(again.headers['content-type'], undefined);
      }
    }
  }
  const wrong = await app.http.inject({ url: '/api/v1/me', headers: { 'if-none-match': '*' } });
  assert.deepEqual([wrong.statusCode, wrong.headers['etag']], [401, undefined]);
});

test('long answers are compressed for clients that take that; short ones, and those another site led to, are not', async () => {
  const ask = (url: string, headers: Record<string, string>) =>
    app.http.inject({ url, headers: { ...credentials(), ...headers } });
  const long = '/api/encoding/v1/presets';
  const plain = await ask(long, {});
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.match(String(plain.headers['vary']), /Origin, Accept-Encoding/);
  const codings = { 'gzip, br': 'br', 'br;q=0, gzip': 'gzip', gzip: 'gzip' };
  for (const [accepted, coding] of Object.entries(codings)) {
    const answer = await ask(long, { 'accept-encoding': accepted });
    assert.equal(answer.headers['content-encoding'], coding, accepted);
    assert.equal(answer.headers['content-length'], String(answer.rawPayload.length));
    assert.ok(answer.rawPayload.length < plain.rawPayload.length);
    const read = coding === 'br' ? brotliDecompressSync : gunzipSync;
    assert.equal(read(answer.rawPayload).toString(), plain.payload);
    assert.equal(answer.headers['etag'], plain.headers['etag']);
  }
  for (const accepted of ['identity', 'zstd', 'gzip;q=0', 'br;q=0.000']) {
    const answer = await ask(long, { 'accept-encoding': accepted });
    assert.equal(answer.headers['content-encoding'], undefined, accepted);
  }
  const short = await ask('/api/v1/me', { 'accept-encoding': 'br' });
  assert.equal(short.headers['content-encoding'], undefined);
  const led = { cookie: (await app.signIn(admin)).cookie, authorization: '', 'x-team': 'siam' };
  for (const [site, coding] of [
    ['same-origin', 'br'],
    ['none', 'br'],
    ['same-site', undefined],
    ['cross-site', undefined],
  ] as const) {
    const headers = { ...led, 'accept-encoding': 'br', 'sec-fetch-site': site };
    const answer = await ask(long, headers);
    assert.deepEqual([answer.statusCode, answer.headers['content-encoding']], [200, coding], site);
  }
});
