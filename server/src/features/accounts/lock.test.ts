import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, mock, test } from 'node:test';
import { startTestApp, testPassword, type Person, type TestApp } from '../../test-app.ts';
import { startMails } from '../../test-mails.ts';
import { hashPassword } from './actions.ts';

// Guesses by strangers are bounded, but never lock an owner out of their account.

let app: TestApp;
let owner: Person;

before(async () => {
  app = await startTestApp();
  ({ admin: owner } = await app.addTeam('siam'));
});
after(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom('sign_in_failures').execute();
  // Tries come back with time, and a slow machine would give more of them.
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
});
afterEach(() => mock.timers.reset());

async function post(url: string, from: string, payload: object, cookie = '') {
  const answer = await app.http.inject({
    method: 'POST',
    url,
    remoteAddress: from,
    headers: { ...(cookie ? { cookie } : {}) },
    payload,
  });
  const cookies = [answer.headers['set-cookie']].flat().map((text) => String(text).split(';')[0]);
  const browser = cookies.find((text) => text?.startsWith('kinora_browser=')) ?? '';
  return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after']), browser };
}

const signIn = (from: string, password: string, cookie = '', email = owner.email) =>
  post('/api/auth/v1/sign-in', from, { email, password }, cookie);
const right = (from: string, cookie = '') => signIn(from, testPassword, cookie);
const wrong = (from: string, cookie = '') => signIn(from, 'not the password', cookie);

/** So many wrong tries from networks of their own; how many were made, as opposed to refused. */
async function tryFromManyNetworks(count: number): Promise<number> {
  let made = 0;
  for (let n = 0; n < count; n += 1) {
    if ((await wrong(`198.18.${n >> 8}.${n & 255}`)).status === 401) made += 1;
  }
  return made;
}

/** As if the counting had begun that much earlier. */
async function passTime(seconds: number): Promise<void> {
  const { db } = app.context;
  for (const row of await db.selectFrom('sign_in_failures').selectAll().execute()) {
    await db
      .updateTable('sign_in_failures')
      .set({ first_at: new Date(row.first_at.getTime() - seconds * 1000) })
      .where('subject', '=', row.subject)
      .execute();
  }
}

test('wrong tries from one network do not lock the owner out of another', async () => {
  for (let n = 0; n < 20; n += 1) await wrong('203.0.113.1');
  assert.equal((await right('203.0.113.1')).status, 429);
  assert.equal((await right('198.51.100.1')).status, 200);
});

test('an IPv6 subscriber is one network, whatever address he takes', async () => {
  for (let n = 1; n <= 5; n += 1) await wrong(`2001:db8:1:2::${n}`);
  assert.equal((await right('2001:db8:1:2::99')).status, 429);
  assert.equal((await right('2001:db8:1:3::1')).status, 200);
});

test('the networks of one subscriber have thirty tries together, over all accounts', async () => {
  let made = 0;
  for (let n = 0; n < 40; n += 1) {
    const email = `nobody-${n}@kinora.test`;
    const answer = await signIn(`2001:db8:7:${n.toString(16)}::1`, 'wrong', '', email);
    if (answer.status === 401) made += 1;
  }
  assert.equal(made, 30);
});

test('guesses from many networks are bounded, and slowed instead of locked', async () => {
  assert.equal(await tryFromManyNetworks(60), 50);
  const refused = await right('198.51.100.1');
  assert.equal(refused.status, 429);
  assert.ok(refused.retryAfter <= 10, `waits ${refused.retryAfter} s`);
  // Refused tries have used nothing up: the next one is free after ten seconds.
  await passTime(10);
  assert.equal((await right('198.51.100.1')).status, 200);
  await passTime(100);
  // The one that was right is given back.
  assert.equal(await tryFromManyNetworks(60), 11);
});

test('refused tries of one network leave the tries of the account alone', async () => {
  for (let n = 0; n < 80; n += 1) await wrong('203.0.113.1');
  const row = await app.context.db
    .selectFrom('sign_in_failures')
    .select('failures')
    .where('subject', '=', `account:${owner.email}`)
    .executeTakeFirstOrThrow();
  assert.equal(row.failures, 5);
});

test('a browser that signed in before is let through, and has five tries of its own', async () => {
  const { browser } = await right('203.0.113.1');
  assert.match(browser, /^kinora_browser=knr_brw_[\w-]{43}$/);
  for (let n = 0; n < 10; n += 1) await wrong('203.0.113.1');
  await tryFromManyNetworks(60);
  assert.equal((await right('203.0.113.1')).status, 429);
  const again = await right('203.0.113.1', browser);
  assert.equal(again.status, 200);
  assert.notEqual(again.browser, browser);
  for (let n = 0; n < 5; n += 1) {
    assert.equal((await wrong('192.0.2.1', again.browser)).status, 401);
  }
  assert.equal((await right('192.0.2.1', again.browser)).status, 429);
});

test('a browser stays known after signing out, to the accounts that signed in there', async () => {
  const other = await app.addPerson(null, 'user');
  const first = await right('203.0.113.1');
  const both = await signIn('203.0.113.1', testPassword, first.browser, other.email);
  await post('/api/auth/v1/sign-out', '203.0.113.1', {}, both.browser);
  for (let n = 0; n < 10; n += 1) await wrong('203.0.113.1');
  // The token is a new one each time.
  assert.equal((await right('203.0.113.1', first.browser)).status, 429);
  assert.equal((await right('203.0.113.1', both.browser)).status, 200);

  const stranger = await app.addPerson(null, 'user');
  const theirs = await signIn('203.0.113.2', testPassword, '', stranger.email);
  for (let n = 0; n < 10; n += 1) await wrong('203.0.113.2');
  assert.equal((await right('203.0.113.2', theirs.browser)).status, 429);
});

test('the token of a known browser is stored only as a hash, and runs out', async () => {
  const { browser } = await right('203.0.113.1');
  const { db } = app.context;
  const rows = await db.selectFrom('known_browsers').selectAll().execute();
  const token = browser.split('=')[1] ?? '';
  assert.ok(rows.every((row) => !row.token_hash.toString('latin1').includes(token)));
  await db
    .updateTable('known_browsers')
    .set({ expires_at: new Date(0) })
    .execute();
  for (let n = 0; n < 5; n += 1) await wrong('203.0.113.1');
  assert.equal((await right('203.0.113.1', browser)).status, 429);
});

test('the owner who sets the password from a mail gets in while strangers guess', async () => {
  const mails = await startMails(app.context);
  try {
    await tryFromManyNetworks(60);
    await post('/api/auth/v1/password-resets', '198.51.100.1', { email: owner.email });
    const token = await mails.tokenFor(owner.email);
    const newPassword = 'from the mailed link';
    const redeem = '/api/auth/v1/password-resets/redeem';
    const { status, browser } = await post(redeem, '198.51.100.1', { token, newPassword });
    assert.equal(status, 204);
    assert.equal((await signIn('198.51.100.1', newPassword)).status, 429);
    assert.equal((await signIn('198.51.100.1', newPassword, browser)).status, 200);
  } finally {
    await mails.stop();
    await app.context.db
      .updateTable('accounts')
      .set({ password_hash: await hashPassword(testPassword) })
      .where('id', '=', owner.id)
      .execute();
  }
});

test('only a signed-in caller can use up the tries of a password change', async () => {
  const person = await app.addPerson(null, 'user');
  const as = await app.signIn(person);
  const change = (session: { cookie: string }, currentPassword: string) =>
    app.call('PUT', '/api/auth/v1/me/password', {
      as: session,
      body: { currentPassword, newPassword: 'quite another one' },
    });
  for (let n = 0; n < 10; n += 1) await signIn('127.0.0.1', 'wrong', '', person.email);
  for (let n = 0; n < 5; n += 1) assert.equal((await change(as, 'wrong')).status, 422);
  assert.equal((await change(as, testPassword)).status, 429);
  assert.equal((await change(await app.signIn(person), testPassword)).status, 204);
});

test('the owner can request a reset although strangers request it too', async () => {
  const ask = (from: string, cookie = '') =>
    post('/api/auth/v1/password-resets', from, { email: owner.email }, cookie);
  const { browser } = await right('198.51.100.1');
  for (let n = 0; n < 5; n += 1) assert.equal((await ask('203.0.113.1')).status, 202);
  assert.equal((await ask('203.0.113.1')).status, 429);
  for (let n = 0; n < 5; n += 1) assert.equal((await ask(`203.0.113.${n + 2}`)).status, 202);
  // Ten mails have gone out; more come one by one.
  const refused = await ask('198.51.100.1');
  assert.equal(refused.status, 429);
  assert.ok(refused.retryAfter <= 120);
  assert.equal((await ask('198.51.100.1', browser)).status, 202);
});
