import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

test('RFC 9110 §11.6.1: every 401 says how to sign in, and whether a token was refused', async () => {
  const body = { email: 'nobody@kinora.test', password: 'wrong' };
  const calls: ['GET' | 'POST' | 'HEAD', string][] = [
    ['GET', '/api/v1/me'],
    ['POST', '/api/v1/projects'],
    ['POST', '/api/auth/v1/sign-in'],
    ['HEAD', '/api/upload/v1/tus/videos/x'],
    ['POST', '/internal/segments/ask'],
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
