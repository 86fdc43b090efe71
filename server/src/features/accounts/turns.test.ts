import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, testPassword, type Person, type TestApp } from '../../test-app.ts';
import { takePasswordTurn } from './actions.ts';

let app: TestApp;
let admin: Person;
let address: string;

before(async () => {
  app = await startTestApp();
  ({ admin } = await app.addTeam('siam'));
  address = await app.http.listen({ host: '127.0.0.1', port: 0 });
});
after(() => app.close());

function send(method: string, path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${address}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const signIn = () =>
  send('POST', '/api/auth/v1/sign-in', { email: admin.email, password: testPassword });

/** Holds every turn and every place in the queue, as hashes of strangers would. */
function holdTurns() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = { count: 0 };
  const held = Array.from({ length: 202 }, () =>
    takePasswordTurn(() => {
      begun.count += 1;
      return promise;
    }),
  );
  return {
    begun,
    async end() {
      resolve();
      await Promise.all(held);
    },
  };
}

async function countedTries(): Promise<number[]> {
  const rows = await app.context.db.selectFrom('sign_in_failures').select('failures').execute();
  return rows.map(({ failures }) => failures);
}

test('passwords are hashed two at a time, some wait, and others are asked to come again', async () => {
  const { cookie } = await app.signIn(admin);
  const turns = holdTurns();
  try {
    // More often than anyone may try: what was never compared is no try.
    for (let n = 0; n < 8; n += 1) {
      const refused = await signIn();
      assert.equal(refused.status, 503);
      assert(Number(refused.headers.get('retry-after')) > 0);
      assert.partialDeepStrictEqual(await refused.json(), { code: 'unavailable' });
    }
    const changed = await send(
      'PUT',
      '/api/auth/v1/me/password',
      { currentPassword: testPassword, newPassword: 'ninety purple lanterns' },
      { cookie, origin: app.context.config.publicUrl },
    );
    assert.equal(changed.status, 503);
    assert.equal(turns.begun.count, 2);
    assert.deepEqual(new Set(await countedTries()), new Set([0]));
    assert.equal((await fetch(`${address}/healthz`)).status, 200);
  } finally {
    await turns.end();
  }
  assert.equal((await signIn()).status, 200);
});
