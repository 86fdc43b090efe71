import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApp } from '../app.ts';
import { startTestApp, type Person, type TestApp } from '../test-app.ts';

let app: TestApp;
let admin: Person;

before(async () => {
  // `inject` comes from there.
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  ({ admin } = await app.addTeam('siam'));
});
after(() => app.close());

test('a network that is refused all the time waits, and nobody else', async () => {
  const http = await createApp(app.context, {
    callersBodiesBytes: 100,
    refusals: { burst: 2, perSecond: 0.001, maxWaitMs: 3_600_000, maxWaiting: 10 },
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
  let heldStatus = 0;
  const held = ask(projects, '192.0.2.1', wrong).then(({ statusCode }) => {
    heldStatus = statusCode;
  });

  // What it may, it gets; and what it sent takes no room from others.
  assert.equal((await ask(projects, '192.0.2.1')).statusCode, 200);
  assert.equal((await ask(projects, '192.0.2.2', wrong)).statusCode, 422);
  assert.equal((await ask('/api/nothing', '192.0.2.2')).statusCode, 404);
  assert.equal(heldStatus, 0);

  // A server that ends makes nobody wait.
  await http.close();
  await held;
  assert.equal(heldStatus, 422);
});
