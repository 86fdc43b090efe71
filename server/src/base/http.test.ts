import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract } from '@kinora/contract/router';
import type { AnyContractProcedure } from '@orpc/contract';
import { createApp } from '../app.ts';
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

test('every answer of the API is for its caller alone and no page, errors too', async () => {
  const urls = ['/api/v1/me', '/api/v1/nothing', '/api/v1/projects/%zz', '/api/openapi.json'];
  for (const url of urls) {
    for (const headers of [{}, credentials()]) {
      const { headers: seen, statusCode } = await app.http.inject({ url, headers });
      const said = `${url} ${statusCode}`;
      assert.equal(seen['x-content-type-options'], 'nosniff', said);
      const caching = url === '/api/openapi.json' ? 'no-cache' : 'no-store';
      assert.equal(seen['cache-control'], caching, said);
      assert.equal(seen['referrer-policy'], 'no-referrer', said);
      assert.equal(seen['cross-origin-resource-policy'], 'same-origin', said);
      const policy = `default-src 'none'; frame-ancestors 'none'`;
      assert.equal(seen['content-security-policy'], policy, said);
      assert.equal(seen['strict-transport-security'], undefined, said);
      assert.equal(seen['server'], undefined, said);
      assert.equal(seen['x-powered-by'], undefined, said);
    }
  }
});

test('over HTTPS browsers get HSTS, and the cookie goes to no other host', async () => {
  const secure = await startTestApp({ PUBLIC_URL: 'https://video.kinora.test' });
  try {
    const answer = await secure.http.inject({ method: 'POST', url: '/api/auth/v1/sign-out' });
    assert.match(String(answer.headers['strict-transport-security']), /^max-age=\d{8}/);
    assert.match(String(answer.headers['set-cookie']), /; Secure$/);
  } finally {
    await secure.close();
  }
});

test('an address that can’t be read is a problem like any other', async () => {
  for (const url of ['/api/v1/projects/%', '/api/v1/projects?q=%ff', '/%E0%A4%A']) {
    const answer = await app.http.inject({ url, headers: credentials() });
    assert.equal(answer.statusCode, 400, url);
    assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
    assert.equal(answer.json<{ code: string }>().code, 'malformed_request');
  }
});

test('RFC 9110 §15.5.6: a method that a path does not have is a 405 that names those it has', async () => {
  const procedures = Object.values(contract).flatMap((feature) =>
    Object.values<AnyContractProcedure>(feature),
  );
  for (const procedure of procedures) {
    const { method: own = 'POST', path = '' } = procedure['~orpc'].route;
    const url = path.replaceAll(/\{\w+\}/g, 'some');
    const answer = await app.http.inject({ method: 'OPTIONS', url });
    assert.equal(answer.statusCode, 405, url);
    assert.ok(String(answer.headers['allow']).split(', ').includes(own), `${own} ${url}`);
  }
  const url = '/api/v1/projects?limit=5';
  const headers = { ...credentials(), 'accept-language': 'en' };
  const answer = await app.http.inject({ method: 'DELETE', url, headers });
  assert.equal(answer.statusCode, 405);
  assert.deepEqual(String(answer.headers['allow']).split(', ').toSorted(), ['GET', 'HEAD', 'POST']);
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
  const { code, title } = answer.json<{ code: string; title: string }>();
  assert.deepEqual([code, title], ['method_not_allowed', 'This method isn’t supported here']);
});

test('a path that no method has is a 404 by every method', async () => {
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'] as const) {
    for (const url of ['/api/v1/nothing', '/api/v1/projects/a/b', '/api/nothing/v1/projects']) {
      const answer = await app.http.inject({ method, url, headers: credentials() });
      assert.equal(answer.statusCode, 404, `${method} ${url}`);
      assert.equal(answer.headers['allow'], undefined);
    }
  }
});

test('an empty body with the type of JSON is no body', async () => {
  const headers = { ...credentials(), 'content-type': 'application/json' };
  const out = await app.http.inject({ method: 'POST', url: '/api/auth/v1/sign-out', headers });
  assert.equal(out.statusCode, 204);
  const named = await app.http.inject({ method: 'POST', url: '/api/v1/projects', headers });
  const { errors } = named.json<{ errors: { path: string; code: string }[] }>();
  assert.deepEqual(
    errors.map(({ path, code }) => [path, code]),
    [
      ['key', 'required'],
      ['name', 'required'],
    ],
  );
});

test('a page of another site can’t make the calls that are open to strangers', async () => {
  const open = ['sign-in', 'sign-out', 'password-resets', 'password-resets/redeem'];
  const body = {
    email: 'nobody@kinora.test',
    password: 'x',
    token: 'x',
    newPassword: 'long enough',
  };
  for (const url of open.map((path) => `/api/auth/v1/${path}`)) {
    for (const origin of ['https://evil.test', 'null', '', 'http://localhost:8080.evil.test']) {
      const answer = await app.call('POST', url, { body, headers: { origin } });
      assert.deepEqual([answer.status, answer.body['code']], [403, 'origin_refused'], url);
      assert.equal(answer.headers['set-cookie'], undefined);
    }
    for (const headers of [{ origin: 'http://localhost:8080' }, {}]) {
      const answer = await app.call('POST', url, { body, headers });
      assert.ok([202, 204, 401, 410].includes(answer.status), `${url} ${answer.status}`);
    }
  }
});

test('a request that names two hosts is refused', async () => {
  const port = await listen(app.http);
  const head = (hosts: string[]) => [
    'GET /healthz HTTP/1.1',
    ...hosts.map((host) => `host: ${host}`),
    'connection: close',
    '',
    '',
  ];
  assert.match(await exchange(port, head(['kinora.test']).join('\r\n')), /^HTTP\/1\.1 200 /);
  for (const hosts of [
    ['kinora.test', 'evil.test'],
    ['kinora.test', 'kinora.test'],
  ]) {
    const answer = await exchange(port, head(hosts).join('\r\n'));
    assert.match(answer, /^HTTP\/1\.1 400 [^]*"code":"malformed_request"/);
  }
});

test('bytes that are no request are answered as a problem too, and a slow head is cut', async () => {
  const http = await createApp(app.context, { headersMs: 100, checkMs: 50 });
  const port = await listen(http);
  const line = 'GET /healthz HTTP/1.1\r\n';
  const expected: [string, number, string][] = [
    ['nonsense\r\n\r\n', 400, 'malformed_request'],
    [`${line}host: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431, 'head_too_large'],
    [`${line}host: `, 408, 'request_timeout'],
    ['', 408, 'request_timeout'],
  ];
  for (const [sent, status, code] of expected) {
    const [head = '', body = ''] = (await exchange(port, sent)).split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.match(head, /\r\ncontent-type: application\/problem\+json/i);
    const problem = JSON.parse(body) as { code: string; status: number };
    assert.deepEqual([problem.code, problem.status], [code, status]);
  }
  await http.close();
});

test('the server takes so many connections, and as long for a head as the edge', () => {
  const { maxConnections, headersTimeout, requestTimeout } = app.http.server;
  assert.deepEqual([maxConnections, headersTimeout], [10_000, 10_000]);
  // Uploads last longer than any time that could stand here.
  assert.equal(requestTimeout, 0);
});

test('of an address the log has the first 200 characters, and nothing of the query', async () => {
  let lines = '';
  const log = openLog('test', { write: (line) => void (lines += line) });
  const own = await startTestApp({}, log);
  await own.http.inject({ url: `/api/${'a.'.repeat(7400)}?secret=canary` });
  await own.http.inject({ url: '/api/short?secret=canary' });
  await own.close();
  const paths = lines
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => (JSON.parse(line) as { path: string }).path);
  assert.deepEqual(paths, [`/api/${'a.'.repeat(97)}a`, '/api/short']);
});
