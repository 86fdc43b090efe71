import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestApp, type Person, type TestApp } from './test-app.ts';
import { signKeyToken } from './test-key-server.ts';
import { addTestOwner } from './test-owner.ts';

// Runs the example for customers as they do: as a program without any of our code.

const EXAMPLE = fileURLToPath(
  new URL('../../docs/examples/key-server/key-server.mjs', import.meta.url),
);

let app: TestApp;
let admin: Person;
let folder: string;
let id: string;
let secrets: { encoderSecret: string; tokenSecret: string };
let example: { child: ChildProcess; origin: string };

before(async () => {
  app = await startTestApp({ ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' });
  ({ admin } = await addTestOwner(app, 'siam'));
  folder = await mkdtemp(join(tmpdir(), 'kinora-keys-'));
  id = String((await ask('POST', '', { name: 'The example' }))['id']);
  const shown = await ask('GET', `/${id}/secrets`);
  secrets = {
    encoderSecret: String(shown['encoderSecret']),
    tokenSecret: String(shown['tokenSecret']),
  };
  example = await startExample();
});
after(async () => {
  await stopExample();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: unknown) {
  const answer = await app.call(method, `/api/v1/key-server${path}`, { as: admin, body });
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function startExample() {
  const { encoderSecret, tokenSecret } = secrets;
  const child = spawn(process.execPath, [EXAMPLE], {
    env: {
      ENCODER_SECRET: encoderSecret,
      TOKEN_SECRET: tokenSecret,
      KEYS_DIR: join(folder, 'keys'),
      PORT: '0',
      PATH: process.env['PATH'],
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const origin = /http:\/\/[^/]+/.exec(said)?.[0] ?? assert.fail(said);
  return { child, origin };
}

async function stopExample(): Promise<void> {
  example.child.kill();
  await once(example.child, 'exit');
}

const claims = { content_id: 'video-1', tech: 'aes128', definition: 'default' };

type Asked = { method: 'POST' | 'GET'; token: string; secret?: string };

function request({ method, token, secret = secrets.encoderSecret }: Asked): Promise<Response> {
  const path = method === 'POST' ? '/encoding' : '/playback';
  const headers = method === 'POST' ? { 'X-Key-Server-Secret': secret } : {};
  return fetch(`${example.origin}${path}?token=${token}`, { method, headers });
}

async function keyOf(asked: Asked): Promise<string> {
  const answer = await request(asked);
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer()).toString('hex');
}

test('the example passes the test of a key server, and can be activated', async () => {
  await ask('PUT', `/${id}`, {
    encryption: {
      encodingEncryptionKeyRequestApiEndpoint: `${example.origin}/encoding`,
      playbackEncryptionKeyRequestApiEndpoint: `${example.origin}/playback`,
    },
  });
  const { isPassed, tests } = await ask('POST', `/${id}/test`);
  assert.equal(isPassed, true, JSON.stringify(tests));
  assert.equal((await ask('PUT', `/${id}/active`))['status'], 'active');
});

test('a key is the same for all who ask at once, and after the example was started again', async () => {
  const token = signKeyToken(secrets.tokenSecret, claims);
  const asked = { method: 'POST', token } as const;
  const keys = new Set(await Promise.all([keyOf(asked), keyOf(asked), keyOf(asked)]));
  assert.equal(keys.size, 1);
  await stopExample();
  example = await startExample();
  assert.deepEqual(new Set([await keyOf({ method: 'GET', token })]), keys);
  const other = signKeyToken(secrets.tokenSecret, { ...claims, definition: '720p' });
  assert.equal(keys.has(await keyOf({ method: 'POST', token: other })), false);
});

test('the example gives nothing without its secrets, and a page of another site may ask it', async () => {
  const token = signKeyToken(secrets.tokenSecret, claims);
  const statusOf = async (asked: Asked) => (await request(asked)).status;
  assert.equal(await statusOf({ method: 'POST', token, secret: 'wrong' }), 403);
  const [header = '', body = ''] = token.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const forged = signKeyToken('another secret of that length', claims);
  for (const bad of ['', 'a.b.c', `${header}.${body}.`, `${none}.${body}.`, forged]) {
    assert.equal(await statusOf({ method: 'POST', token: bad }), 401, bad);
    assert.equal(await statusOf({ method: 'GET', token: bad }), 401, bad);
  }
  const unknown = signKeyToken(secrets.tokenSecret, { ...claims, content_id: 'never asked for' });
  assert.equal(await statusOf({ method: 'GET', token: unknown }), 404);
  const answer = await request({ method: 'GET', token });
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
});
