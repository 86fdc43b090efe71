import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { contract } from '@kinora/contract/router';
import type { AnyContractProcedure } from '@orpc/contract';
import { startTestApp, type Person, type TestApp } from '../test-app.ts';

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
      assert.equal(seen['cache-control'], 'no-store', said);
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

test('over HTTPS browsers are told to stay with it, and the cookie goes nowhere else', async () => {
  const secure = await startTestApp({ PUBLIC_URL: 'https://video.kinora.test' });
  try {
    const answer = await secure.http.inject({ method: 'POST', url: '/api/auth/v1/sign-out' });
    assert.match(String(answer.headers['strict-transport-security']), /^max-age=\d{8}/);
    assert.match(String(answer.headers['set-cookie']), /; Secure$/);
  } finally {
    await secure.close();
  }
});

test('no other site is let in: neither a preflight nor an answer allows its origin', async () => {
  for (const origin of ['https://evil.test', 'null', 'http://localhost:8080.evil.test']) {
    const preflight = await app.http.inject({
      method: 'OPTIONS',
      url: '/api/v1/projects',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    const read = await app.http.inject({
      url: '/api/v1/me',
      headers: { ...credentials(), origin },
    });
    for (const answer of [preflight, read]) {
      const allowed = Object.keys(answer.headers).filter((name) =>
        name.startsWith('access-control'),
      );
      assert.deepEqual(allowed, []);
    }
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
  assert.deepEqual(String(answer.headers['allow']).split(', ').toSorted(), ['GET', 'POST']);
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8');
  const { code, title } = answer.json<{ code: string; title: string }>();
  assert.deepEqual([code, title], ['method_not_allowed', 'This method is not offered here']);
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

test('who stops in the middle of a body is not waited for', async (t) => {
  const own = await startTestApp();
  await own.http.listen({ host: '127.0.0.1', port: 0 });
  const isAsked = once(own.http.server, 'request');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const socket = connect((own.http.server.address() as AddressInfo).port, '127.0.0.1');
  const head = ['POST /api/auth/v1/sign-in HTTP/1.1', 'host: kinora.test'];
  const body = ['content-type: application/json', 'content-length: 100'];
  socket.write([...head, ...body, '', '{"email":'].join('\r\n'));
  await isAsked;
  const isClosed = once(socket, 'close');
  t.mock.timers.tick(29_000);
  assert.equal(socket.destroyed, false);
  t.mock.timers.tick(2000);
  await isClosed;
  t.mock.timers.reset();
  await own.close();
});
