import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, testPassword, type Person, type TestApp } from '../test-app.ts';
import { startMails } from '../test-mails.ts';
import { creation, metadata } from '../test-uploads.ts';
import { openLog } from './log.ts';

// Secrets that sign in, sign or set a password pass through the API, and not into the log.

let app: TestApp;
let admin: Person;
let lines = '';
const secrets = new Map<string, string>();

before(async () => {
  const log = openLog('test', { write: (line) => void (lines += line) });
  log.level = 'trace';
  app = await startTestApp({}, log);
  ({ admin } = await app.addTeam('siam'));
});
after(() => app.close());

const wrongPassword = 'canary-of-a-wrong-password';
const newPassword = 'canary-of-a-new-password';

/** Signs in, changes and resets passwords, makes tokens, uploads: in the right way and wrongly. */
async function useEverything(): Promise<void> {
  const signIn = (password: string) =>
    app.call('POST', '/api/auth/v1/sign-in', { body: { email: admin.email, password } });
  await signIn(wrongPassword);
  const set = [(await signIn(testPassword)).headers['set-cookie']].flat().map(String);
  const [cookie = '', browserCookie = ''] = set.map((text) => text.split(';', 1)[0] ?? '');
  secrets.set('session', cookie.split('=')[1] ?? '');
  secrets.set('browser', browserCookie.split('=')[1] ?? '');
  await app.call('GET', '/api/v1/me', { headers: { cookie } });
  await app.call('PUT', '/api/auth/v1/me/password', {
    headers: { cookie, origin: 'https://evil.test' },
    body: { currentPassword: wrongPassword, newPassword },
  });
  const created = await app.call('POST', '/api/v1/personal-tokens', {
    as: { cookie },
    body: { name: 'CI' },
  });
  secrets.set('created token', String(created.body['token']));
  await app.call('POST', '/api/v1/personal-tokens/revoke', {
    as: { cookie },
    body: { token: created.body['token'] },
  });
  await app.call('POST', '/api/auth/v1/password-resets', { body: { email: admin.email } });
  const mails = await startMails(app.context);
  const token = await mails.tokenFor(admin.email);
  await mails.stop();
  secrets.set('reset token', token);
  await app.call('GET', `/accounts/reset-password?token=${token}`).catch(() => undefined);
  const redeem = { token, newPassword };
  await app.call('POST', '/api/auth/v1/password-resets/redeem', { body: redeem });
  await app.call('POST', '/api/auth/v1/password-resets/redeem', { body: redeem });
  // A body that can't be read is not quoted.
  await app.http.inject({
    method: 'POST',
    url: '/api/auth/v1/sign-in',
    headers: { 'content-type': 'application/json' },
    payload: `{"email": "x", "password": "${wrongPassword}" oops`,
  });
}

async function upload(): Promise<void> {
  const body = { key: 'news', name: 'News' };
  const project = await app.call('POST', '/api/v1/projects', { as: admin, body });
  const source = { type: 'video/mp4', size: 4, fileName: 'canary-file-name.mp4' };
  const created = await app.call('POST', '/api/v1/videos', {
    as: admin,
    body: { projectKey: project.body['key'], videos: [{ title: 'canary-title', source }] },
  });
  const videoKey = String(created.body[0]?.['key']);
  const given = metadata({ videoKey, filename: 'canary-file-name.mp4' });
  await app.http.inject({
    method: 'POST',
    url: '/api/upload/v1/tus/videos/',
    headers: {
      ...creation(videoKey, 4),
      'upload-metadata': given,
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/offset+octet-stream',
    },
    payload: Buffer.from('body'),
  });
  secrets.set('upload metadata', given);
}

/** Faults of ours are logged whole, with what the database says about them. */
async function breakThings(): Promise<void> {
  const { db } = app.context;
  const as = await app.signIn(admin);
  await sql`alter table personal_tokens add constraint refused check (name <> 'refused')`.execute(
    db,
  );
  const refused = await app.call('POST', '/api/v1/personal-tokens', {
    as,
    body: { name: 'refused' },
  });
  assert.equal(refused.status, 500);
  await sql`alter table accounts add constraint refused check (name <> 'refused')`.execute(db);
  const named = await app.call('PUT', '/api/auth/v1/me/name', {
    as,
    body: { name: 'refused' },
  });
  assert.equal(named.status, 500);
}

test('nothing that opens a door is ever in the log', async () => {
  await useEverything();
  await upload();
  await breakThings();
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from accounts`.execute(
    app.context.db,
  );
  secrets.set('password hash', rows[0]?.hash ?? '');
  secrets.set('personal token', admin.token);
  secrets.set('password', testPassword);
  secrets.set('wrong password', wrongPassword);
  secrets.set('new password', newPassword);
  secrets.set('master key', app.context.config.secrets.secretKey);
  secrets.set('database', app.databaseUrl);
  secrets.set('file name', 'canary-file-name');
  // The flow is seen: one line for each request, and each fault with its stack.
  const events = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  assert.ok(events.filter(({ msg }) => msg === 'request').length >= 14);
  assert.equal(events.filter(({ msg }) => msg === 'request failed').length, 2);
  assert.match(lines, /mail kept in the outbox/);
  for (const [name, secret] of secrets) {
    assert.ok(secret.length > 8, `there is no ${name}`);
    const at = lines.indexOf(secret);
    assert.equal(at, -1, `${name} in the log: …${lines.slice(Math.max(0, at - 200), at + 50)}`);
  }
  assert.doesNotMatch(lines, /knr_(pat|ses|rst|brw)_|authorization|set-cookie|reset-password\?/i);
});
