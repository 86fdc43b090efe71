// alone: it measures the memory of its process
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureHeldBytes } from '@kinora/contract/test-held-bytes';
import { until } from '@kinora/contract/test-until';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { REQUEST_SEGMENT_PATH } from '../features/pieces/routes/request-segment.ts';
import { addTestForm } from '../test-forms.ts';
import { startTestApp, untiring, type Person, type TestApp } from '../test-app.ts';
import { exchange, openConnection } from '../test-sockets.ts';
import { listen } from '../test-uploads.ts';
import { calls } from './calls.ts';
import { HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import { newId } from './ids.ts';
import { openLog } from './log.ts';
import type { TeamScope } from './request.ts';

let app: TestApp;
let admin: Person;
let scope: TeamScope;
let port: number;
let lines = '';
const closing: (() => Promise<void>)[] = [];

before(async () => {
  app = await startTestApp({}, openLog('test', { write: (line) => void (lines += line) }));
  ({ admin, scope } = await app.addTeam('siam'));
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

test('callers without the team or role are refused before a byte of the body', async () => {
  const outsider = await app.addPerson(null, 'user');
  const user = await app.addPerson(scope, 'user');
  const manager = await app.addPerson(scope, 'manager');
  const refusals = [
    { who: ['member', 'manager', 'admin', 'viewer', 'uploader', 'projectManager'], as: outsider },
    { who: ['manager', 'admin'], as: user },
    { who: ['admin'], as: manager },
  ];
  for (const { who, as } of refusals) {
    const closed = operations.filter((call) => who.includes(call.who));
    assert.ok(closed.length > 5);
    for (const { method, path, maxFormBytes } of closed) {
      const type = maxFormBytes ? 'multipart/form-data; boundary=x' : json['content-type'];
      const headers = {
        'content-type': type,
        'content-length': '1000000',
        authorization: `Bearer ${as.token}`,
        'x-team': 'siam',
      };
      const status = statusOf(await exchange(port, head(method, path, headers)));
      assert.equal(status, as === outsider ? 404 : 403, `${method} ${path}`);
    }
  }
});

test('an upload form is refused before a byte of the body by all calls that take none', async () => {
  const { token } = addTestForm({ teamId: scope.teamId, projectId: newId() }, admin.id);
  const headers = { ...json, 'content-length': '1000000', authorization: `Bearer ${token}` };
  const closed = operations.filter(({ who, takesForms }) => who !== 'anyone' && !takesForms);
  assert.ok(closed.length > 90);
  for (const { method, path } of closed) {
    const answer = await exchange(port, head(method, path, headers));
    assert.equal(statusOf(answer), 403, `${method} ${path}`);
    assert.match(answer, /"forbidden"/);
  }
});

test('a JSON body of many members, or many in each other, is no input', async () => {
  const post = async (payload: string) =>
    (await app.http.inject({ method: 'POST', url: projects, headers: bearer(), payload }))
      .statusCode;
  const nested = (depth: number) => `{"name":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const many = (members: number) =>
    `{"name":[${Array(members - 1)
      .fill('1')
      .join()}]}`;
  const named = (count: number) =>
    `{${Array.from({ length: count }, (_, n) => `"n${n}":1`).join()}}`;
  for (const [make, most] of [
    [nested, 32],
    [many, 30_000],
    [named, 10_000],
  ] as const) {
    assert.equal(await post(make(most)), 422, `${make.name} ${most}`);
    assert.equal(await post(make(most + 1)), 400, `${make.name} ${most + 1}`);
  }
  // In a text they are letters.
  const text = JSON.stringify(`"\\"${'[{,'.repeat(4000)}`);
  assert.equal(await post(`{"name":${text}}`), 422);
  assert.equal(await post(`{"name":${text},"more":${nested(33)}}`), 400);
});

test('a form has a few parts, and a few short lines before each', async () => {
  const url = '/api/v1/player-pictures';
  const type = 'multipart/form-data; boundary=x';
  const post = async (payload: string) => {
    const headers = { ...bearer(), 'content-type': type };
    const answer = await app.http.inject({ method: 'POST', url, headers, payload });
    return [answer.statusCode, answer.json<{ code: string }>().code];
  };
  const part = (name: string, more = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\nvalue\r\n`;
  const parts = (count: number) => Array.from({ length: count }, (_, n) => part(`n${n}`)).join('');
  assert.deepEqual(await post(`${parts(16)}--x--`), [422, 'validation_failed']);
  const MALFORMED = [400, 'malformed_request'];
  // Lines beyond what a field needs are passed over.
  for (const lines of ['a: b\r\n'.repeat(300_000), `a: ${'b'.repeat(100_000)}\r\n`])
    assert.equal((await post(`--x\r\n${lines}\r\nvalue\r\n--x--`))[0], 422);
  const cases = {
    'one part too many': `${parts(17)}--x--`,
    'as many as there is room for': `${'--x\r\n\r\n\r\n'.repeat(195_000)}--x--`,
    'a long field': `--x\r\ncontent-disposition: form-data; name="n"\r\n\r\n${'x'.repeat(70_000)}\r\n--x--`,
    'no end': parts(3),
    'no end of a file': part('image', '; filename="a.png"'),
    'nothing of a form': 'x'.repeat(1000),
    nothing: '',
  };
  for (const [what, payload] of Object.entries(cases))
    assert.deepEqual(await post(payload), MALFORMED, what);
});

test('strangers may send 16 kB, whether they say so or not; callers a megabyte', async () => {
  const body = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
  const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  const { strangersBodyBytes, callersBodyBytes } = HTTP_LIMITS;
  const open = operations.filter(({ who }) => who === 'anyone').map(({ path }) => path);
  assert.equal(open.length, 6);
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
      method: 'POST',
      url: projects,
      headers: bearer(),
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

/** An API behind a proxy on this machine, to which each test's client has an address of its own. */
async function behindProxy(limits: Partial<HttpLimits>): Promise<number> {
  const config = { ...app.context.config, trustedProxies: ['127.0.0.0/8'] };
  const http = await createApp({ ...app.context, config }, { ...untiring, ...limits });
  closing.push(() => http.close());
  return listen(http);
}

test('one network holds a share of the room of strangers, and others sign in', async () => {
  const own = await behindProxy({ strangersBodiesBytes: 1000, strangersShareBytes: 250 });
  const send = (from: string, bytes: number, said = bytes) => {
    const headers = { ...json, 'content-length': String(said), 'x-forwarded-for': from };
    return openConnection(own, head('POST', signIn, headers) + '{}'.padEnd(bytes, ' '));
  };
  const status = async (from: string, bytes: number) => statusOf(await send(from, bytes).answer);
  const greedy = Array.from({ length: 5 }, () => send('192.0.2.1', 50, 60));
  await until('the share to be taken', async () => (await status('192.0.2.1', 50)) === 503);
  assert.equal(await status('192.0.2.2', 250), 422);
  assert.equal(await status('2001:db8::1', 250), 422);
  // One subscriber may have a /48 of IPv6, and each /64 in it counts as a network.
  greedy.push(...Array.from({ length: 5 }, (_, n) => send(`2001:db8:0:${n}::2`, 50, 60)));
  await until('that share to be taken', async () => (await status('2001:db8:0:9::9', 50)) === 503);
  assert.equal(await status('2001:db8:1::9', 250), 422);
  for (const { socket } of greedy) socket.destroy();
  await until('room again', async () => (await status('192.0.2.1', 250)) === 422);
});

test('one account holds a share of the room of callers, wherever it sends from', async () => {
  const own = await behindProxy({
    callersBodiesBytes: 1000,
    callersShareBytes: 250,
    networkShareBytes: 250,
  });
  const other = await app.addPerson(scope, 'user');
  const send = (person: Person, from: string, bytes: number, said = bytes) => {
    const authorization = `Bearer ${person.token}`;
    const length = { 'content-length': String(said), 'x-forwarded-for': from };
    const text = head('PUT', '/api/auth/v1/me/language', { ...json, ...length, authorization });
    return openConnection(own, text + '{"lang":"xx"}'.padEnd(bytes, ' '));
  };
  const status = async (person: Person, from: string, bytes: number) =>
    statusOf(await send(person, from, bytes).answer);
  const greedy = Array.from({ length: 5 }, (_, n) => send(admin, `192.0.2.${n}`, 50, 60));
  await until('the share to be taken', async () => (await status(admin, '192.0.2.9', 50)) === 503);
  assert.equal(await status(other, '192.0.2.9', 250), 422);
  // So does a network with many accounts.
  greedy.push(...Array.from({ length: 5 }, () => send(other, '192.0.2.99', 50, 60)));
  await until(
    'that share to be taken',
    async () => (await status(other, '192.0.2.99', 50)) === 503,
  );
  const third = await app.addPerson(scope, 'user');
  assert.equal(await status(third, '192.0.2.99', 50), 503);
  assert.equal(await status(third, '192.0.2.98', 250), 422);
  for (const { socket } of greedy) socket.destroy();
});

test('a body that comes byte by byte is cut with an answer', async () => {
  const [, own] = await withLimits({ bodyGraceMs: 100, bodyBytesPerSecond: 1000 });
  const headers = { ...json, 'content-length': '100' };
  const { socket, answer } = openConnection(own, head('POST', signIn, headers) + '{"email":"');
  const timer = setInterval(() => socket.write('x'), 50);
  const text = await answer;
  clearInterval(timer);
  assert.equal(statusOf(text), 408);
  assert.match(text, /^connection: close\r$/im);
  assert.match(text, /"code":"request_timeout"/);
  // One that comes at once has all of its time to be answered.
  const whole = head('POST', signIn, { ...json, 'content-length': '2' });
  assert.equal(statusOf(await exchange(own, `${whole}{}`)), 422);
});

test('a body of many small pieces takes little more memory than it weighs', async () => {
  const [http, own] = await withLimits({});
  let reader: Socket | undefined;
  http.server.once('connection', (socket: Socket) => (reader = socket));
  const headers = { ...bearer(), 'transfer-encoding': 'chunked' };
  const { socket } = openConnection(own, head('POST', projects, headers));
  const pieces = '1\r\nx\r\n'.repeat(1000);
  let sent = 0;
  const held = await measureHeldBytes(async () => {
    for (let n = 0; n < 100; n += 1) {
      socket.write(pieces);
      sent += pieces.length;
    }
    await until('all of it is read', () => (reader?.bytesRead ?? 0) > sent);
  });
  assert.ok(held < 4_000_000, `${held} bytes`);
  socket.destroy();
});

test('a body that stalls is cut with an answer, and its room is free again', async () => {
  const [http, own] = await withLimits({ bodyGraceMs: 100, strangersBodiesBytes: 100 });
  const headers = { ...json, 'content-length': '100' };
  const { socket, answer } = openConnection(own, head('POST', signIn, headers) + ' '.repeat(60));
  assert.equal(statusOf(await answer), 408);
  await until('the end of the connection', () => socket.closed);
  const payload = '{}'.padEnd(60, ' ');
  const after = { method: 'POST', url: signIn, headers: json, payload } as const;
  assert.equal((await http.inject(after)).statusCode, 422);
});

test('a body that came fast at first may not be silent for as long as it weighs', async () => {
  const [, own] = await withLimits({ bodyGraceMs: 200, bodyCreditMs: 200, bodyBytesPerSecond: 1 });
  const headers = { ...bearer(), 'content-length': '100000' };
  const { answer } = openConnection(own, head('POST', projects, headers) + ' '.repeat(90_000));
  assert.equal(statusOf(await answer), 408);
});

test('a form that keeps the least pace is taken, however long it takes', async () => {
  const [, own] = await withLimits({ bodyGraceMs: 1000, bodyBytesPerSecond: 1000 });
  const start = '--x\r\ncontent-disposition: form-data; name="n"; filename="a"\r\n\r\n';
  const end = '\r\n--x--';
  const length = String(start.length + 3000 + end.length);
  const type = 'multipart/form-data; boundary=x';
  const headers = { ...bearer(), 'content-type': type, 'content-length': length };
  const text = head('POST', '/api/v1/player-pictures', headers) + start;
  const { socket, answer } = openConnection(own, text);
  // Sending takes three times as long as the grace.
  for (let sent = 0; sent < 3000; sent += 200) {
    await sleep(100);
    socket.write('x'.repeat(200));
  }
  await sleep(1500);
  socket.end(end);
  assert.equal(statusOf(await answer), 422);
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
