import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApp } from '../app.ts';
import { startTestApp, testPassword, type Person, type TestApp } from '../test-app.ts';

let app: TestApp;
let admin: Person;

before(async () => {
  // `inject` comes from there.
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  ({ admin } = await app.addTeam('siam'));
});
after(() => app.close());

const slow = { burst: 2, perSecond: 0.001, maxWaitMs: 3_600_000, maxWaiting: 10 };

test('only a network that is refused all the time has to wait', async () => {
  const http = await createApp(app.context, {
    callersBodiesBytes: 100,
    refusals: slow,
  });
  const ask = (url: string, network: string, payload?: string) =>
    http.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'x-forwarded-for': network,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
  const projects = '/api/v1/projects';
  const wrong = '{}'.padEnd(80, ' ');
  assert.equal((await ask('/api/nothing', '192.0.2.1')).statusCode, 404);
  assert.equal((await ask(projects, '192.0.2.1', wrong)).statusCode, 422);
  let delayedStatus = 0;
  const delayed = ask(projects, '192.0.2.1', wrong).then(({ statusCode }) => {
    delayedStatus = statusCode;
  });

  // The network gets its allowed refusals, and refused bodies take no room from others.
  assert.equal((await ask(projects, '192.0.2.1')).statusCode, 200);
  assert.equal((await ask(projects, '192.0.2.2', wrong)).statusCode, 422);
  assert.equal((await ask('/api/nothing', '192.0.2.2')).statusCode, 404);
  assert.equal(delayedStatus, 0);

  // A closing server does not delay its answers.
  await http.close();
  await delayed;
  assert.equal(delayedStatus, 422);
});

test('only guesses at one account have to wait, from everywhere', async () => {
  const http = await createApp(app.context, { refusals: slow });
  const signIn = async (network: string, email: string, password: string, cookie = '') => {
    const answer = await http.inject({
      method: 'POST',
      url: '/api/auth/v1/sign-in',
      headers: { 'x-forwarded-for': network, cookie },
      payload: { email, password },
    });
    const cookies = [answer.headers['set-cookie']].flat().map((text) => String(text).split(';')[0]);
    return { status: answer.statusCode, cookie: cookies.join('; ') };
  };
  const own = await signIn('192.0.2.1', admin.email, testPassword);
  assert.equal(own.status, 200);
  assert.equal((await signIn('192.0.2.2', admin.email, 'wrong')).status, 401);
  assert.equal((await signIn('192.0.2.3', admin.email, 'wrong')).status, 401);
  let delayedStatus = 0;
  const delayed = signIn('192.0.2.4', admin.email, 'wrong').then(({ status }) => {
    delayedStatus = status;
  });
  // The browser that was signed in before is no stranger, and a right password no refusal.
  assert.equal((await signIn('192.0.2.1', admin.email, 'wrong', own.cookie)).status, 401);
  assert.equal((await signIn('192.0.2.5', admin.email, testPassword)).status, 200);
  assert.equal((await signIn('192.0.2.6', 'other@kinora.test', 'wrong')).status, 401);
  assert.equal(delayedStatus, 0);
  await http.close();
  await delayed;
  assert.equal(delayedStatus, 401);
});
