import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApp, testPassword, type Person, type TestApp } from '../../test-app.ts';
import { hashPassword, takePasswordTurn } from './actions.ts';

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

/** Holds turns, by default every one and every place in the queue, as hashes of strangers would. */
function holdTurns(length = 202) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = { count: 0 };
  const held = Array.from({ length }, () =>
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
    // This is more than the limit, as requests whose password was never compared don't count.
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

test('a password that was changed while a sign-in waited for its turn opens no session', async () => {
  const person = await app.addPerson(null, 'user');
  const { cookie } = await app.signIn(person);
  const passwordHash = await hashPassword('ninety purple lanterns');
  const countSessions = async () => {
    const { db } = app.context;
    const of = db.selectFrom('sessions').select('account_id').where('account_id', '=', person.id);
    return (await of.execute()).length;
  };
  const before = await countSessions();
  const turns = holdTurns(2);
  const { email } = person;
  const waiting = [
    send('POST', '/api/auth/v1/sign-in', { email, password: testPassword }),
    send(
      'PUT',
      '/api/auth/v1/me/password',
      { currentPassword: testPassword, newPassword: 'seven green umbrellas' },
      { cookie, origin: app.context.config.publicUrl },
    ),
  ];
  // By then both have read the hash for their comparison.
  await sleep(500);
  await app.context.db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', person.id)
    .execute();
  await turns.end();
  assert.deepEqual(await Promise.all(waiting.map(async (one) => (await one).status)), [401, 401]);
  assert.equal(await countSessions(), before);
  const answer = { email, password: 'ninety purple lanterns' };
  assert.equal((await send('POST', '/api/auth/v1/sign-in', answer)).status, 200);
});
