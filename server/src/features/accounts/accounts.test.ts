import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import {
  startTestApp,
  testPassword,
  type Answer,
  type Person,
  type TestApp,
} from '../../test-app.ts';

let app: TestApp;
let admin: Person;

before(async () => {
  app = await startTestApp();
  ({ admin } = await app.addTeam('siam'));
});
after(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom('sign_in_failures').execute();
});

const signIn = (email: string, password: string, headers = {}) =>
  app.call('POST', '/api/auth/v1/sign-in', { body: { email, password }, headers });

function cookieOf(answer: Answer): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

test('a right password gives a session cookie that scripts cannot read', async () => {
  const answer = await signIn(admin.email.toUpperCase(), testPassword);
  assert.equal(answer.status, 200);
  assert.equal(answer.body['user']?.['email'], admin.email);
  const cookie = String(answer.headers['set-cookie']);
  assert.match(
    cookie,
    /^kinora_session=knr_ses_[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  );
  const me = await app.call('GET', '/api/v1/me', { headers: { cookie: cookieOf(answer) } });
  assert.equal(me.status, 200);
  assert.deepEqual(
    me.body['teams']?.map((team) => team['namespace']),
    ['siam'],
  );
});

test('a session is stored only as a hash', async () => {
  const token = cookieOf(await signIn(admin.email, testPassword)).split('=')[1] ?? '';
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
        subject: 'address:127.0.0.1',
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
  const cookie = cookieOf(await signIn(admin.email, testPassword));
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
  const cookie = cookieOf(await signIn(admin.email, testPassword));
  const headers = { cookie, origin: 'http://localhost:8080' };
  const out = await app.call('POST', '/api/auth/v1/sign-out', { body: {}, headers });
  assert.equal(out.status, 204);
  assert.match(String(out.headers['set-cookie']), /Max-Age=0/);
  assert.equal((await app.call('GET', '/api/v1/me', { headers })).status, 401);
});

test('a session that has run out is none', async () => {
  const cookie = cookieOf(await signIn(admin.email, testPassword));
  await app.context.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .execute();
  assert.equal((await app.call('GET', '/api/v1/me', { headers: { cookie } })).status, 401);
});

test('a new password ends all other sessions and keeps this one', async () => {
  const person = await app.addPerson(null, 'user');
  const first = cookieOf(await signIn(person.email, testPassword));
  const second = cookieOf(await signIn(person.email, testPassword));
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
  const change = (body: object) => app.call('PUT', '/api/auth/v1/me/password', { as: admin, body });
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

async function mails(): Promise<string[]> {
  const folder = join(app.context.config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .toSorted((a, b) => a.localeCompare(b))
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
}

/** The mail is sent beside the answer, so that its time tells nothing. */
async function nextMail(before: number): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await mails();
    if (found.length > before) return found.at(-1) ?? '';
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('no mail came');
}

test('a mailed link sets a new password once', async () => {
  const person = await app.addPerson(null, 'user');
  const count = (await mails()).length;
  const body = { email: person.email };
  const asked = await app.call('POST', '/api/auth/v1/password-resets', { body });
  assert.equal(asked.status, 202);
  const mail = await nextMail(count);
  const [head = '', encoded = ''] = mail.split('\r\n\r\n', 2);
  const isBase64 = /^content-transfer-encoding: base64$/im.test(head);
  const body64 = Buffer.from(encoded, 'base64').toString();
  const text = isBase64 ? body64 : encoded.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const token = /token=(knr_rst_[\w-]+)/.exec(text)?.[1];
  assert.ok(token, text);
  const redeem = () =>
    app.call('POST', '/api/auth/v1/password-resets/redeem', {
      body: { token, newPassword: 'from the mailed link' },
    });
  assert.equal((await redeem()).status, 204);
  assert.equal((await signIn(person.email, 'from the mailed link')).status, 200);
  const again = await redeem();
  assert.equal(again.status, 410);
  assert.equal(again.body['code'], 'reset_token_expired');
});

test('a reset for an unknown address answers alike and mails nobody', async () => {
  const count = (await mails()).length;
  const body = { email: 'nobody@kinora.test' };
  const answer = await app.call('POST', '/api/auth/v1/password-resets', { body });
  assert.equal(answer.status, 202);
  assert.equal((await mails()).length, count);
});

test('texts of errors follow Accept-Language, codes do not', async () => {
  const read = (language: string) =>
    app.call('GET', '/api/v1/me', { headers: { 'accept-language': language } });
  const english = await read('en-GB,en;q=0.9');
  const thai = await read('th-TH,th;q=0.9,en;q=0.8');
  const french = await read('fr');
  assert.equal(english.body['title'], 'Sign in to go on');
  assert.equal(thai.body['title'], 'เข้าสู่ระบบเพื่อทำต่อ');
  assert.equal(french.body['title'], thai.body['title']);
  assert.equal(english.body['code'], thai.body['code']);
  assert.equal(english.headers['content-type'], 'application/problem+json; charset=utf-8');
});
