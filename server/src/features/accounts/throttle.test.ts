import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { startTestApp, testPassword, type Person, type TestApp } from '../../test-app.ts';

const proxy = '10.1.2.3';
let app: TestApp;
let admin: Person;

before(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: `${proxy},fd00::/8` });
  ({ admin } = await app.addTeam('siam'));
});
after(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom('sign_in_failures').execute();
});

/** A failed sign-in; the subjects that were counted for it. */
async function subjectsCounted(remoteAddress: string, forwarded?: string): Promise<string[]> {
  await app.context.db.deleteFrom('sign_in_failures').execute();
  await app.http.inject({
    method: 'POST',
    url: '/api/auth/v1/sign-in',
    remoteAddress,
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    payload: { email: 'nobody@kinora.test', password: 'wrong' },
  });
  const rows = await app.context.db.selectFrom('sign_in_failures').select('subject').execute();
  return rows.map((row) => row.subject).filter((subject) => subject.startsWith('network:'));
}

test('X-Forwarded-For is only believed from a trusted proxy', async () => {
  const cases: [remote: string, forwarded: string | undefined, counted: string][] = [
    ['198.51.100.7', undefined, '198.51.100.7'],
    // A client that is no proxy of ours can't name its address.
    ['198.51.100.7', '203.0.113.9', '198.51.100.7'],
    ['198.51.100.7', proxy, '198.51.100.7'],
    ['10.1.2.4', '203.0.113.9', '10.1.2.4'],
    // Behind a proxy the last address that isn't a proxy's counts, whatever the client sent before it.
    [proxy, '203.0.113.9', '203.0.113.9'],
    [proxy, '192.0.2.1, 203.0.113.9', '203.0.113.9'],
    [proxy, '192.0.2.1, 203.0.113.9, fd00::5', '203.0.113.9'],
    ['fd00::1', '203.0.113.9', '203.0.113.9'],
    [`::ffff:${proxy}`, '203.0.113.9', '203.0.113.9'],
    [proxy, undefined, proxy],
    // Text that is no address is not taken for one.
    [proxy, 'unknown', proxy],
    [proxy, 'x'.repeat(5000), proxy],
    [proxy, '203.0.113.9:4711, , ', '203.0.113.9'],
  ];
  for (const [remote, forwarded, counted] of cases) {
    const seen = await subjectsCounted(remote, forwarded);
    assert.deepEqual(seen, [`network:${counted}`], `${remote} forwarding ${forwarded}`);
  }
});

test('without trusted proxies X-Forwarded-For is never believed', async () => {
  const plain = await startTestApp();
  try {
    await plain.http.inject({
      method: 'POST',
      url: '/api/auth/v1/sign-in',
      headers: { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' },
      payload: { email: 'nobody@kinora.test', password: 'wrong' },
    });
    const rows = await plain.context.db.selectFrom('sign_in_failures').select('subject').execute();
    assert.ok(rows.some((row) => row.subject === 'network:127.0.0.1'));
  } finally {
    await plain.close();
  }
});

test('of many guesses at once no more are tried than one after the other', async () => {
  const guess = () =>
    app.call('POST', '/api/auth/v1/sign-in', { body: { email: admin.email, password: 'guess' } });
  const answers = await Promise.all(Array.from({ length: 20 }, guess));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(401), count(429)], [5, 15]);
});

test('people who sign in rightly do not use up the tries of their address', async () => {
  for (let n = 0; n < 3; n += 1) {
    const body = { email: admin.email, password: testPassword };
    assert.equal((await app.call('POST', '/api/auth/v1/sign-in', { body })).status, 200);
  }
  const rows = await app.context.db.selectFrom('sign_in_failures').selectAll().execute();
  assert.ok(rows.every((row) => row.failures === 0));
});

test('a new password of 8 characters is long enough, of 7 it is not', async () => {
  const browser = await app.signIn(await app.addPerson(null, 'user'));
  const change = (newPassword: string) =>
    app.call('PUT', '/api/auth/v1/me/password', {
      as: browser,
      body: { currentPassword: testPassword, newPassword },
    });
  const short = await change('7 chars');
  assert.deepEqual(
    [short.status, short.body['errors']?.[0]?.['path'], short.body['errors']?.[0]?.['code']],
    [422, 'newPassword', 'too_short'],
  );
  assert.equal((await change('8 chars!')).status, 204);
});
