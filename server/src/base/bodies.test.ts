import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { until } from '@kinora/contract/test-until';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { REQUEST_SEGMENT_PATH } from '../features/pieces/routes/request-segment.ts';
import { startTestApp, untiring, type Person, type TestApp } from '../test-app.ts';
import { exchange, openConnection } from '../test-sockets.ts';
import { listen } from '../test-uploads.ts';
import { calls } from './calls.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import { openLog } from './log.ts';

let app: TestApp;
let admin: Person;
let port: number;
let lines = '';
const closing: (() => Promise<void>)[] = [];

before(async () => {
  app = await startTestApp({}, openLog('test', { write: (line) => void (lines += line) }));
  ({ admin } = await app.addTeam('siam'));
  port = await listen(app.http);
});
after(async () => {
  for (const close of closing) await close();
  await app.close();
});

async function withLimits(limits: Partial<HttpLimits>): Promise<[FastifyInstance, number]> {
  const http = await createApp(app.context, { ...untiring, ...limits });
  closing.push(() => http.close());
  return [http, await listen(http)];
}

const signIn = '/api/auth/v1/sign-in';
const projects = '/api/v1/projects';
const json = { 'content-type': 'application/json' };
const bearer = () => ({ ...json, authorization: `Bearer ${admin.token}` });

/** The head of a request after which its connection is closed. */
function head(method: string, path: string, headers: Record<string, string>): string {
  const all = { host: 'kinora.test', connection: 'close', ...headers };
  const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...fields, '', ''].join('\r\n');
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

const operations = calls.map((call) => ({
  ...call,
  path: call.path.replaceAll(/\{\w+\}/g, 'some'),
}));

test('a stranger is refused by every call that needs a caller before a byte of his body', async () => {
  const closed = operations.filter(({ who }) => who !== 'anyone');
  assert.ok(closed.length > 40);
  const paths = [
    ...closed,
    { method: 'POST', path: REQUEST_SEGMENT_PATH, maxFormBytes: undefined },
  ];
  for (const { method, path, maxFormBytes } of paths) {
    const types = [
      'application/json',
      ...(maxFormBytes ? ['multipart/form-data; boundary=x'] : []),
    ];
    for (const type of types) {
      const headers = { 'content-type': type, 'content-length': '1000000' };
      const answer = await exchange(port, head(method, path, headers));
      assert.equal(statusOf(answer), 401, `${method} ${path}`);
    }
  }
});

test('a call that needs a browser refuses a personal token before a byte of its body', async () => {
  const ofSessions = operations.filter(({ who }) => who === 'session');
  assert.ok(ofSessions.length > 5);
  for (const { method, path } of ofSessions) {
    const headers = { ...bearer(), 'content-length': '1000000' };
    const answer = await exchange(port, head(method, path, headers));
    assert.equal(statusOf(answer), 403, `${method} ${path}`);
    assert.match(answer, /session_required/);
  }
});

test('strangers may send 16 kB, whether they say so or not; callers a megabyte', async () => {
  const body = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  const { strangersBodyBytes, callersBodyBytes } = HTTP_LIMITS;
  const open = operations.filter(({ who }) => who === 'anyone').map(({ path }) => path);
  assert.equal(open.length, 4);
  const cases: [string, Record<string, string>, number][] = [
    [projects, bearer(), callersBodyBytes],
  ];
  for (const path of [...open, '/nothing']) cases.push([path, json, strangersBodyBytes]);
  for (const [path, headers, max] of cases) {
    for (const [bytes, isRefused] of [
      [max, false],
      [max + 1, true],
    ] as const) {
      const said = `${path} ${bytes}`;
      const text = body(bytes);
      const whole = head('POST', path, { ...headers, 'content-length': String(bytes) }) + text;
      assert.equal(statusOf(await exchange(port, whole)) === 413, isRefused, said);
      const parts = head('POST', path, { ...headers, 'transfer-encoding': 'chunked' });
      const answer = await exchange(port, parts + chunked(text));
      assert.equal(statusOf(answer) === 413, isRefused, `${said} in chunks`);
    }
  }
});

test('bodies that are being gathered share their room, callers and strangers each theirs', async () => {
  const [http, own] = await withLimits({ callersBodiesBytes: 100, strangersBodiesBytes: 100 });
  const create = async (bytes: number) =>
    http.inject({
      ...{ method: 'POST', url: projects, headers: bearer() },
      payload: '{}'.padEnd(bytes, ' '),
    });
  const tooMuch = await create(101);
  assert.equal(tooMuch.statusCode, 503);
  assert.match(String(tooMuch.headers['retry-after']), /^\d+$/);
  // Refused and answered requests take no memory any more.
  for (let times = 0; times < 3; times += 1) assert.equal((await create(99)).statusCode, 422);

  const headers = { ...bearer(), 'content-length': '80' };
  const { socket } = openConnection(own, head('POST', projects, headers) + ' '.repeat(60));
  await until('the room to be taken', async () => (await create(60)).statusCode === 503);
  assert.equal((await create(20)).statusCode, 422);
  const stranger = { method: 'POST', url: signIn, headers: json } as const;
  assert.equal((await http.inject({ ...stranger, payload: '{}' })).statusCode, 422);
  assert.equal((await http.inject({ ...stranger, payload: ' '.repeat(101) })).statusCode, 503);
  socket.destroy();
  await until('room again', async () => (await create(60)).statusCode === 422);
});

test('a request whose body stalls is aborted', async () => {
  const [, own] = await withLimits({ bodyMs: 100 });
  const headers = { ...json, 'content-length': '100' };
  const { socket, answer } = openConnection(own, head('POST', signIn, headers) + '{"email":');
  assert.doesNotMatch(await answer, /HTTP\/1\.1 200/);
  assert.ok(socket.closed);
});

test('a client that leaves in the middle of its body is no fault and no lost database', async () => {
  lines = '';
  const headers = { ...json, 'content-length': '100' };
  const isAsked = once(app.http.server, 'request');
  const { socket } = openConnection(port, head('POST', signIn, headers) + '{"email":');
  await isAsked;
  socket.destroy();
  await until('the line of the request', () => lines.includes('"msg":"request"'));
  assert.match(lines, /"status":499/);
  assert.doesNotMatch(lines, /"level":"error"/);
});
