import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, testPassword, type Person, type TestApp } from '../../test-app.ts';
import { describeUserAgent, MAX_SESSIONS } from './rules.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const path = '/api/auth/v1/sessions';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const newPerson = () => app.addPerson(null, 'user');
const me = (as: { cookie: string }) => app.call('GET', '/api/v1/me', { as });

async function signIn(person: Person, from: string, userAgent: string) {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/auth/v1/sign-in',
    remoteAddress: from,
    headers: { 'user-agent': userAgent },
    payload: { email: person.email, password: testPassword },
  });
  assert.equal(answer.statusCode, 200);
  return { cookie: String([answer.headers['set-cookie']].flat()[0]).split(';', 1)[0] ?? '' };
}

async function list(as: { cookie: string }) {
  const answer = await app.call('GET', path, { as });
  assert.equal(answer.status, 200);
  return [...answer.body.data];
}

async function ageSessions(days: number): Promise<void> {
  await sql`update sessions set last_used_at = now() - make_interval(mins => ${days * 24 * 60})`.execute(
    app.context.db,
  );
}

test('sessions show where they are used, and which one is the caller’s', async () => {
  const person = await newPerson();
  const other = await signIn(person, '2001:db8:1:2::7', iPhone);
  const own = await signIn(person, '203.0.113.9', firefox);
  await app.signIn(await newPerson());
  const found = (await list(own)).map((one) => [
    one['browser'],
    one['system'],
    one['network'],
    one['isCurrent'],
  ]);
  assert.deepEqual(found, [
    ['Firefox', 'Linux', '203.0.113.9', true],
    ['Safari', 'iPhone', '2001:db8:1:2::/64', false],
  ]);
  const [first] = await list(other);
  assert.equal(first?.['isCurrent'], false);
});

test('one session is ended at once, and only one’s own', async () => {
  const person = await newPerson();
  const [own, other] = [await app.signIn(person), await app.signIn(person)];
  const stranger = await app.signIn(await newPerson());
  const id = String((await list(other)).find((one) => one['isCurrent'])?.['id']);
  const end = (as: { cookie: string }) => app.call('DELETE', `${path}/${id}`, { as });
  assert.equal((await end(stranger)).status, 404);
  assert.equal((await me(other)).status, 200);
  const ended = await end(own);
  assert.deepEqual([ended.status, ended.headers['set-cookie']], [204, undefined]);
  assert.equal((await me(other)).status, 401);
  assert.equal((await end(own)).status, 404);
  assert.equal((await app.call('DELETE', `${path}/nothing`, { as: own })).status, 404);
});

test('ending the caller’s own session signs him out', async () => {
  const own = await app.signIn(await newPerson());
  const id = String((await list(own))[0]?.['id']);
  const ended = await app.call('DELETE', `${path}/${id}`, { as: own });
  assert.equal(ended.status, 204);
  assert.match(String(ended.headers['set-cookie']), /^kinora_session=; .*Max-Age=0/);
  assert.equal((await me(own)).status, 401);
});

test('all other sessions are ended at once, and the caller’s goes on', async () => {
  const person = await newPerson();
  const own = await app.signIn(person);
  const others = [await app.signIn(person), await app.signIn(person)];
  const stranger = await app.signIn(await newPerson());
  assert.equal((await app.call('DELETE', path, { as: own })).status, 204);
  assert.equal((await me(own)).status, 200);
  for (const other of others) assert.equal((await me(other)).status, 401);
  assert.equal((await me(stranger)).status, 200);
});

test('a session ends after 14 days without use, and any use restarts them', async () => {
  const as = await app.signIn(await newPerson());
  await ageSessions(13);
  assert.equal((await me(as)).status, 200);
  await ageSessions(13);
  assert.equal((await me(as)).status, 200);
  await ageSessions(14.1);
  assert.equal((await me(as)).status, 401);
});

test('use is recorded once in five minutes, with its network, and not by every request', async () => {
  const person = await newPerson();
  const { cookie } = await signIn(person, '203.0.113.9', firefox);
  const state = async () => {
    const { rows } = await sql<{ version: string; network: string }>`
      select xmin::text as version, network from sessions where account_id = ${person.id}`.execute(
      app.context.db,
    );
    return rows[0];
  };
  const use = () =>
    app.http.inject({ url: '/api/v1/me', remoteAddress: '198.51.100.3', headers: { cookie } });
  const first = await state();
  await use();
  assert.deepEqual(await state(), first);
  await ageSessions(1);
  await Promise.all([use(), use(), use()]);
  const second = await state();
  assert.equal(second?.network, '198.51.100.3');
  await use();
  assert.deepEqual(await state(), second);
});

test('an account has a bounded number of sessions; the longest unused gives way', async () => {
  const person = await newPerson();
  const first = await app.signIn(person);
  await ageSessions(1);
  const second = await app.signIn(person);
  for (let n = 1; n < MAX_SESSIONS; n += 1) await app.signIn(person);
  assert.equal((await me(first)).status, 401);
  assert.equal((await list(second)).length, MAX_SESSIONS);
});

test('a cookie that another page planted in front does not sign anyone out', async () => {
  const { cookie } = await app.signIn(await newPerson());
  const planted = [
    'kinora_session=x',
    `kinora_session=knr_ses_${'A'.repeat(43)}`,
    'kinora_session',
  ];
  for (const fake of planted) {
    for (const sent of [`${fake}; ${cookie}`, `${cookie}; ${fake}`]) {
      assert.equal((await me({ cookie: sent })).status, 200, sent);
    }
  }
});

test('over https the cookies are bound to the host, and one without that is not looked at', async () => {
  const secure = await startTestApp({ PUBLIC_URL: 'https://video.kinora.test' });
  try {
    const person = await secure.addPerson(null, 'user');
    const body = { email: person.email, password: testPassword };
    const answer = await secure.call('POST', '/api/auth/v1/sign-in', { body });
    const cookies = [answer.headers['set-cookie']].flat().map(String);
    for (const [at, name] of ['session', 'browser'].entries()) {
      const form = new RegExp(
        `^__Host-kinora_${name}=knr_[\\w-]+; Path=/; HttpOnly; SameSite=Lax; Max-Age=\\d+; Secure$`,
      );
      assert.match(cookies[at] ?? '', form);
    }
    const cookie = cookies[0]?.split(';', 1)[0] ?? '';
    const status = async (sent: string) =>
      (await secure.call('GET', '/api/v1/me', { headers: { cookie: sent } })).status;
    assert.equal(await status(cookie), 200);
    assert.equal(await status(cookie.replace('__Host-', '')), 401);
  } finally {
    await secure.close();
  }
});

test('browsers and systems are named as people know them', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
  const cases: [userAgent: string, browser: string | null, system: string | null][] = [
    [firefox, 'Firefox', 'Linux'],
    [iPhone, 'Safari', 'iPhone'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`, 'Chrome', 'Windows'],
    [`Mozilla/5.0 (Windows NT 10.0) ${chrome} Safari/537.36 Edg/141.0`, 'Edge', 'Windows'],
    [`Mozilla/5.0 (Linux; Android 15) ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android'],
    [`Mozilla/5.0 (X11; CrOS x86_64 1) ${chrome} Safari/537.36`, 'Chrome', 'ChromeOS'],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/605 Version/18.5 Safari/605', 'Safari', 'macOS'],
    ['curl/8.5.0', 'curl', null],
    ['', null, null],
    [`<script>${'x'.repeat(300)}`, null, null],
  ];
  for (const [userAgent, browser, system] of cases) {
    assert.deepEqual(describeUserAgent(userAgent), { browser, system }, userAgent);
  }
});
