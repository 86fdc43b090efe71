import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract } from '@kinora/contract/router';
import { TUS_BARE_PATH, TUS_PATH } from '@kinora/contract/uploads';
import type { AnyContractProcedure } from '@orpc/contract';
import { startTestApp, type Person, type TestApp } from '../test-app.ts';

let app: TestApp;
let admin: Person;

before(async () => {
  app = await startTestApp();
  ({ admin } = await app.addTeam('siam'));
});
after(() => app.close());

type Headers = Record<string, unknown>;
const page = 'https://customer.example:8443';
const bearer = () => ({ authorization: `Bearer ${admin.token}` });
const list = (value: unknown) => String(value).toLowerCase().split(', ');

function shared(headers: Headers): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

function assertShared(headers: Headers, said: string): void {
  assert.equal(headers['access-control-allow-origin'], page, said);
  assert.equal(headers['access-control-allow-credentials'], 'true', said);
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin', said);
  assert.ok(list(headers['vary']).includes('origin'), said);
}

const procedures = Object.values(contract).flatMap((feature) =>
  Object.values<AnyContractProcedure>(feature).map((procedure) => procedure['~orpc'].route),
);

test('a preflight of each call lists the headers and methods of the call', async () => {
  const routes = procedures.map(({ method = 'POST', path = '' }) => ({ method, path }));
  const tus = [TUS_PATH, TUS_BARE_PATH, `${TUS_PATH}some`].flatMap((path) =>
    ['POST', 'HEAD', 'PATCH', 'DELETE'].map((method) => ({ method, path })),
  );
  const wanted = ['authorization', 'content-type', 'x-team', 'tus-resumable', 'upload-offset'];
  for (const { method, path } of [...routes, ...tus]) {
    const answer = await app.http.inject({
      method: 'OPTIONS',
      url: path.replaceAll(/\{\w+\}/g, 'some'),
      headers: {
        origin: page,
        'access-control-request-method': method,
        'access-control-request-headers': wanted.join(','),
      },
    });
    const said = `${method} ${path}`;
    assert.deepEqual([answer.statusCode, answer.payload], [204, ''], said);
    assertShared(answer.headers, said);
    assert.ok(list(answer.headers['access-control-allow-methods']).includes(method.toLowerCase()));
    const allowed = list(answer.headers['access-control-allow-headers']);
    assert.deepEqual(
      wanted.filter((name) => !allowed.includes(name)),
      [],
    );
    assert.ok(Number(answer.headers['access-control-max-age']) > 0);
  }
});

test('a page may read the answers to its token, problems too', async () => {
  const urls: [string, number][] = [
    ['/api/v1/me', 200],
    ['/api/v1/nothing', 404],
    ['/api/v1/videos?limit=0', 422],
    ['/api/v1/projects/%zz', 400],
    [`${TUS_PATH}nothing`, 412],
  ];
  for (const [url, status] of urls) {
    const answer = await app.http.inject({ url, headers: { ...bearer(), origin: page } });
    assert.equal(answer.statusCode, status, url);
    assertShared(answer.headers, url);
    const exposed = list(answer.headers['access-control-expose-headers']);
    for (const name of ['location', 'upload-offset', 'retry-after', 'x-request-id', 'etag']) {
      assert.ok(exposed.includes(name), name);
    }
  }
  const refused = await app.http.inject({
    url: '/api/v1/me',
    headers: { authorization: 'Bearer knr_pat_revoked', origin: page },
  });
  assert.equal(refused.statusCode, 401);
  assertShared(refused.headers, 'a refused token');
});

test('a page without a token may read that nothing is there, and nothing else', async () => {
  const ask = (url: string, method: 'GET' | 'POST' = 'GET') =>
    app.http.inject({ method, url, headers: { origin: page } });
  const missing = await ask('/api/auth/v1/public/apps/some/access-tokens', 'POST');
  assert.equal(missing.statusCode, 404);
  assert.equal(missing.headers['access-control-allow-origin'], '*');
  assert.equal(missing.headers['access-control-allow-credentials'], undefined);
  assert.ok(list(missing.headers['access-control-expose-headers']).includes('x-request-id'));
  for (const url of ['/api/v1/me', '/api/openapi.json', '/healthz', '/nothing']) {
    assert.deepEqual(shared((await ask(url)).headers), [], url);
  }
});

test('our cookie earns a page of another origin nothing: not to write, to read or to know', async () => {
  const { cookie } = await app.signIn(admin);
  const me = (headers: Record<string, string>) =>
    app.http.inject({ url: '/api/v1/me', headers: { cookie, ...headers } });
  assert.equal((await me({})).statusCode, 200);
  assert.equal((await me({ origin: app.context.config.publicUrl })).statusCode, 200);
  const others = [page, 'null', 'http://localhost:8080.evil.test', 'https://localhost:8080', 'x'];
  for (const origin of others) {
    const read = await me({ origin });
    assert.equal(read.statusCode, 401, origin);
    const write = await app.http.inject({
      method: 'POST',
      url: '/api/v1/projects',
      headers: { cookie, origin },
      payload: { key: 'x', name: 'X' },
    });
    assert.equal(write.statusCode, 403, origin);
    const signIn = await app.http.inject({
      method: 'POST',
      url: '/api/auth/v1/sign-in',
      headers: { origin },
      payload: { email: admin.email, password: 'x' },
    });
    assert.equal(signIn.statusCode, 403, origin);
    const upload = await app.http.inject({
      method: 'HEAD',
      url: `${TUS_PATH}some`,
      headers: { cookie, origin, 'tus-resumable': '1.0.0' },
    });
    assert.equal(upload.statusCode, 401, origin);
    const withoutCookie = await app.http.inject({ url: '/api/v1/me', headers: { origin } });
    for (const answer of [read, write, signIn, upload, withoutCookie]) {
      assert.deepEqual(shared(answer.headers), [], origin);
      assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin');
      assert.ok(list(answer.headers['vary']).includes('origin'));
    }
  }
});

test('an origin that any sandboxed page has is not let in, with a token either', async () => {
  for (const origin of ['null', '*', 'customer.example', `${page}, ${page}`, `${page}/path`]) {
    const answer = await app.http.inject({ url: '/api/v1/me', headers: { ...bearer(), origin } });
    assert.deepEqual([answer.statusCode, shared(answer.headers)], [200, []], origin);
  }
});

test('edges’ calls, health and the console are not shared with other origins', async () => {
  for (const url of ['/internal/segments/request', '/healthz', '/metrics', '/siam/projects']) {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { ...bearer(), origin: page, 'access-control-request-method': 'POST' };
      const answer = await app.http.inject({ method, url, headers });
      assert.deepEqual(shared(answer.headers), [], `${method} ${url}`);
    }
  }
});
