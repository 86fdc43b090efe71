import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import {
  startTestApp,
  testPassword,
  type Answer,
  type Person,
  type TestApp,
} from '../../test-app.ts';
import { startMails, type Mails } from '../../test-mails.ts';

let app: TestApp;
let admin: Person;
let mails: Mails;

before(async () => {
  app = await startTestApp();
  ({ admin } = await app.addTeam('siam'));
  mails = await startMails(app.context);
});
after(async () => {
  await mails.stop();
  await app.close();
});
beforeEach(async () => {
  await app.context.db.deleteFrom('sign_in_failures').execute();
});

const signIn = (email: string, password: string, headers = {}) =>
  app.call('POST', '/api/auth/v1/sign-in', { body: { email, password }, headers });

function readCookie(answer: Answer): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

test('a right password gives a session cookie that scripts cannot read', async () => {
  const answer = await signIn(admin.email.toUpperCase(), testPassword);
  assert.equal(answer.status, 200);
  assert.equal(answer.body['user']?.['email'], admin.email);
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  const rest = String.raw`; Path=/; HttpOnly; SameSite=Lax; Max-Age=\d+$`;
  assert.match(cookies[0] ?? '', new RegExp(`^kinora_session=knr_ses_[\\w-]+${rest}`));
  assert.match(cookies[1] ?? '', new RegExp(`^kinora_browser=knr_brw_[\\w-]+${rest}`));
  assert.equal(cookies.length, 2);
  const me = await app.call('GET', '/api/v1/me', { headers: { cookie: readCookie(answer) } });
  assert.equal(me.status, 200);
  assert.deepEqual(
    me.body['teams']?.map((team) => team['namespace']),
    ['siam'],
  );
});

test('a session is stored only as a hash', async () => {
  const token = readCookie(await signIn(admin.email, testPassword)).split('=')[1] ?? '';
  const rows = await app.context.db.selectFrom('sessions').selectAll().execute();
  assert.ok(rows.length > 0);
  assert.ok(!JSON.stringify(rows).includes(token));
  assert.ok(rows.every((row) => !row.token_hash.toString('latin1').includes(token)));
});

test('a wrong password and an unknown address answer alike', async () => {
  const wrong = await signIn(admin.email, 'not the password');
  const unknown = await signIn('nobody@kinora.test', 'not the password');
  const { requestId: _one, ...first } = wrong.body as object as Record<string, unknown>;
  const { requestId: _two, ...second } = unknown.body as object as Record<string, unknown>;
  assert.equal(wrong.status, 401);
  assert.equal(first['code'], 'sign_in_failed');
  assert.deepEqual(first, second);
});

test('after five failures the account waits, even with the right password', async () => {
  for (let n = 0; n < 5; n += 1) await signIn(admin.email, 'not the password');
  const answer = await signIn(admin.email, testPassword);
  assert.equal(answer.status, 429);
  assert.equal(answer.body['code'], 'too_many_attempts');
  const wait = Number(answer.headers['retry-after']);
  assert.ok(wait > 0 && wait <= 900, `waits ${wait} s`);
});

test('one address that tries many accounts has to wait as well', async () => {
  for (let n = 0; n < 30; n += 1) {
    await app.context.db
      .insertInto('sign_in_failures')
      .values({
        subject: 'network:127.0.0.1',
        failures: 30,
        first_at: new Date(),
        last_at: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  assert.equal((await signIn('fresh@kinora.test', 'x')).status, 429);
});

test('a success forgets the failures of the account', async () => {
  for (let n = 0; n < 4; n += 1) await signIn(admin.email, 'not the password');
  assert.equal((await signIn(admin.email, testPassword)).status, 200);
  assert.equal((await signIn(admin.email, 'not the password')).status, 401);
  assert.equal((await signIn(admin.email, testPassword)).status, 200);
});

test('a write by cookie needs the origin of the console; a read does not', async () => {
  const cookie = readCookie(await signIn(admin.email, testPassword));
  const write = (headers: Record<string, string>) =>
    app.call('PUT', '/api/auth/v1/me/language', {
      body: { lang: 'en' },
      headers: { cookie, ...headers },
    });
  assert.equal((await write({})).body['code'], 'origin_refused');
  assert.equal((await write({ origin: 'https://evil.test' })).status, 403);
  assert.equal((await write({ origin: 'http://localhost:9999' })).status, 403);
  assert.equal((await write({ origin: 'null' })).status, 403);
  assert.equal((await write({ origin: 'http://localhost:8080' })).status, 200);
  assert.equal((await write({ origin: 'http://127.0.0.1:8080' })).status, 200);
  assert.equal((await app.call('GET', '/api/v1/me', { headers: { cookie } })).status, 200);
});

test('signing out ends the session at the server', async () => {
  const cookie = readCookie(await signIn(admin.email, testPassword));
  const headers = { cookie, origin: 'http://localhost:8080' };
  const out = await app.call('POST', '/api/auth/v1/sign-out', { body: {}, headers });
  assert.equal(out.status, 204);
  assert.match(String(out.headers['set-cookie']), /Max-Age=0/);
  assert.equal((await app.call('GET', '/api/v1/me', { headers })).status, 401);
});

test('a session that has run out is none', async () => {
  const cookie = readCookie(await signIn(admin.email, testPassword));
  await app.context.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .execute();
  assert.equal((await app.call('GET', '/api/v1/me', { headers: { cookie } })).status, 401);
});

test('a new password ends all other sessions and keeps this one', async () => {
  const person = await app.addPerson(null, 'user');
  const first = readCookie(await signIn(person.email, testPassword));
  const second = readCookie(await signIn(person.email, testPassword));
  const changed = await app.call('PUT', '/api/auth/v1/me/password', {
    body: { currentPassword: testPassword, newPassword: 'quite another one' },
    headers: { cookie: first, origin: 'http://localhost:8080' },
  });
  assert.equal(changed.status, 204);
  const status = async (cookie: string) =>
    (await app.call('GET', '/api/v1/me', { headers: { cookie } })).status;
  assert.equal(await status(first), 200);
  assert.equal(await status(second), 401);
  assert.equal((await signIn(person.email, testPassword)).status, 401);
  assert.equal((await signIn(person.email, 'quite another one')).status, 200);
});

test('a wrong current password and a short new one are named by field', async () => {
  const as = await app.signIn(admin);
  const change = (body: object) => app.call('PUT', '/api/auth/v1/me/password', { as, body });
  const wrong = await change({ currentPassword: 'no', newPassword: 'quite another one' });
  assert.equal(wrong.status, 422);
  assert.deepEqual(
    wrong.body['errors']?.map((error) => [error['path'], error['code']]),
    [['currentPassword', 'wrong_password']],
  );
  const short = await change({ currentPassword: testPassword, newPassword: 'short' });
  assert.equal(short.body['errors']?.[0]?.['path'], 'newPassword');
  const same = await change({ currentPassword: testPassword, newPassword: testPassword });
  assert.equal(same.body['errors']?.[0]?.['code'], 'same_password');
});

test('a mailed link sets a new password once, and all that had the old one is out', async () => {
  const person = await app.addPerson(null, 'user');
  const browser = await app.signIn(person);
  const body = { email: person.email };
  const asked = await app.call('POST', '/api/auth/v1/password-resets', { body });
  assert.equal(asked.status, 202);
  const token = await mails.tokenFor(person.email);
  const redeem = () =>
    app.call('POST', '/api/auth/v1/password-resets/redeem', {
      body: { token, newPassword: 'from the mailed link' },
    });
  assert.equal((await app.call('GET', '/api/v1/me', { as: browser })).status, 200);
  assert.equal((await app.call('GET', '/api/v1/me', { as: person })).status, 200);
  assert.equal((await redeem()).status, 204);
  assert.equal((await app.call('GET', '/api/v1/me', { as: browser })).status, 401);
  assert.equal((await app.call('GET', '/api/v1/me', { as: person })).status, 401);
  assert.equal((await signIn(person.email, 'from the mailed link')).status, 200);
  const again = await redeem();
  assert.equal(again.status, 410);
  assert.equal(again.body['code'], 'reset_token_expired');
});

test('a new password leaves personal tokens alone, or ends them when that is chosen', async () => {
  const person = await app.addPerson(null, 'user');
  const as = await app.signIn(person);
  const change = (currentPassword: string, newPassword: string, more: object) =>
    app.call('PUT', '/api/auth/v1/me/password', {
      as,
      body: { currentPassword, newPassword, ...more },
    });
  const [one, two] = ['quite another one', 'and a third one'];
  assert.equal((await change(testPassword, one, {})).status, 204);
  assert.equal((await app.call('GET', '/api/v1/me', { as: person })).status, 200);
  assert.equal((await change(one, two, { revokePersonalTokens: true })).status, 204);
  assert.equal((await app.call('GET', '/api/v1/me', { as: person })).status, 401);
});

test('a guessable password is refused at its field, in a change and from a mailed link', async () => {
  const person = await app.addPerson(null, 'user');
  const as = await app.signIn(person);
  await app.call('POST', '/api/auth/v1/password-resets', { body: { email: person.email } });
  const token = await mails.tokenFor(person.email);
  const body = { currentPassword: testPassword, token };
  for (const newPassword of ['password', '12345678', 'aaaaaaaa', 'Summer2026', person.email]) {
    for (const [method, url] of [
      ['PUT', '/api/auth/v1/me/password'],
      ['POST', '/api/auth/v1/password-resets/redeem'],
    ] as const) {
      const answer = await app.call(method, url, { as, body: { ...body, newPassword } });
      const [error] = answer.body['errors'] ?? [];
      const seen = [answer.status, error?.['path'], error?.['code'], error?.['message']];
      const message = 'This password is easy to guess. Choose another.';
      assert.deepEqual(seen, [422, 'newPassword', 'guessable_password', message], newPassword);
    }
  }
  // None of them was a guess at the current one.
  const good = { ...body, newPassword: 'quite another one' };
  const changed = await app.call('PUT', '/api/auth/v1/me/password', { as, body: good });
  assert.equal(changed.status, 204);
});

test('a reset for an unknown address answers alike, queues alike and sends no mail', async () => {
  const count = (await mails.sent()).length;
  const person = await app.addPerson(null, 'user');
  const { db } = app.context;
  const queued = async (email: string) => {
    await sql`delete from pgboss.job where name = 'mail'`.execute(db);
    const answer = await app.call('POST', '/api/auth/v1/password-resets', { body: { email } });
    const { rows } = await sql`select from pgboss.job where name = 'mail'`.execute(db);
    await mails.sent();
    return [answer.status, answer.body, rows.length];
  };
  assert.deepEqual(await queued(person.email), [202, {}, 1]);
  assert.equal((await mails.sent()).length, count + 1);
  assert.deepEqual(await queued('nobody@kinora.test'), [202, {}, 1]);
  assert.equal((await mails.sent()).length, count + 1);
});

test('texts of errors follow Accept-Language, codes do not', async () => {
  const read = (language: string) =>
    app.call('GET', '/api/v1/me', { headers: { 'accept-language': language } });
  const english = await read('en-GB,en;q=0.9');
  const thai = await read('th-TH,th;q=0.9,en;q=0.8');
  const french = await read('fr');
  assert.equal(english.body['title'], 'Sign in to continue');
  assert.equal(thai.body['title'], 'เข้าสู่ระบบเพื่อดำเนินการต่อ');
  assert.equal(french.body['title'], english.body['title']);
  assert.equal(english.body['code'], thai.body['code']);
  assert.equal(english.headers['content-type'], 'application/problem+json; charset=utf-8');
});
