import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AppError } from '../../base/errors.ts';
import type { SessionScope } from '../../base/request.ts';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { createPersonalToken } from './actions.ts';

let app: TestApp;
let admin: Person;
let browser: { cookie: string };

before(async () => {
  app = await startTestApp();
  ({ admin } = await app.addTeam('siam'));
  browser = await app.signIn(admin);
});
after(() => app.close());

const create = (body: object, as: { cookie: string } | Person = browser) =>
  app.call('POST', '/api/v1/personal-tokens', { as, body });

test('a token is shown once, works on calls, and is stored only as a hash', async () => {
  const created = await create({ name: '  CI  ' });
  assert.equal(created.status, 201);
  const token = String(created.body['token']);
  assert.match(token, /^knr_pat_[\w-]{43}$/);
  assert.equal(created.body['name'], 'CI');
  const listed = await app.call('GET', '/api/v1/personal-tokens', { as: browser });
  assert.ok(!JSON.stringify(listed.body).includes(token));
  const item = listed.body.data.find((one) => one['id'] === created.body['id']);
  assert.match(String(item?.['preview']), /^knr_pat_.{4}….{4}$/);
  assert.equal((await app.call('GET', '/api/v1/projects', { as: { token } })).status, 200);
  const rows = await app.context.db.selectFrom('personal_tokens').selectAll().execute();
  assert.ok(!JSON.stringify(rows).includes(token.slice(12, -4)));
});

test('the name is required and named in the error', async () => {
  for (const body of [{}, { name: '' }, { name: '   ' }, { name: 5 }, { name: 'x'.repeat(101) }]) {
    const answer = await create(body);
    assert.equal(answer.status, 422, JSON.stringify(body));
    assert.equal(answer.body['errors']?.[0]?.['path'], 'name');
  }
});

test('a token can be revoked by itself and by its id, and is dead at once', async () => {
  for (const key of ['token', 'id']) {
    const created = await create({ name: key });
    const token = String(created.body['token']);
    const body = { token: created.body[key] };
    const path = '/api/v1/personal-tokens/revoke';
    assert.equal((await app.call('POST', path, { as: browser, body })).status, 204);
    assert.equal((await app.call('GET', '/api/v1/me', { as: { token } })).status, 401);
    assert.equal((await app.call('POST', path, { as: browser, body })).status, 404);
  }
});

test('a session that has ended while its request was on its way leaves no token behind', async () => {
  const scope = { accountId: admin.id, sessionHash: Buffer.alloc(32) };
  await assert.rejects(
    app.context.db.transaction().execute((tx) =>
      createPersonalToken(tx, scope as unknown as SessionScope, {
        name: 'late',
        expiresAt: null,
      }),
    ),
    (error) => error instanceof AppError && error.code === 'unauthenticated',
  );
});

test('a token makes, lists and revokes no token but itself', async () => {
  const path = '/api/v1/personal-tokens';
  const one = await create({ name: 'one', expiresAt: '2099-01-01T00:00:00.000Z' });
  const other = await create({ name: 'other' });
  const as = { token: String(one.body['token']) };
  const tries = [
    await create({ name: 'child' }, { ...admin, ...as }),
    await app.call('GET', path, { as }),
    await app.call('POST', `${path}/revoke`, { as, body: { token: other.body['id'] } }),
    await app.call('POST', `${path}/revoke`, { as, body: { token: other.body['token'] } }),
  ];
  assert.deepEqual(
    tries.map((answer) => [answer.status, answer.body['code']]),
    tries.map(() => [403, 'session_required']),
  );
  const body = { token: one.body['id'] };
  assert.equal((await app.call('POST', `${path}/revoke`, { as, body })).status, 204);
  assert.equal((await app.call('GET', '/api/v1/me', { as })).status, 401);
  const alive = { token: String(other.body['token']) };
  assert.equal((await app.call('GET', '/api/v1/me', { as: alive })).status, 200);
});

test('an account has 100 tokens at most, also when many are made at once', async () => {
  const person = await app.addPerson(null, 'user');
  const as = await app.signIn(person);
  const made = await Promise.all(
    Array.from({ length: 110 }, (_, n) => create({ name: `token ${n}` }, as)),
  );
  const refused = made.filter((answer) => answer.status !== 201);
  // One was there.
  assert.equal(made.length - refused.length, 99);
  assert.deepEqual(
    new Set(refused.map((answer) => `${answer.status} ${String(answer.body['code'])}`)),
    new Set(['409 personal_token_limit_reached']),
  );
});

test('a token that has expired is none, and must expire in the future', async () => {
  const past = await create({ name: 'old', expiresAt: '2020-01-01T00:00:00Z' });
  assert.equal(past.body['errors']?.[0]?.['code'], 'in_the_past');
  const soon = await create({ name: 'soon', expiresAt: '2099-01-01T00:00:00.000Z' });
  assert.equal(soon.body['expiresAt'], '2099-01-01T00:00:00.000Z');
  const token = String(soon.body['token']);
  await app.context.db
    .updateTable('personal_tokens')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', String(soon.body['id']))
    .execute();
  assert.equal((await app.call('GET', '/api/v1/me', { as: { token } })).status, 401);
});

test('the team may be left out while the account has one, and must be named with two', async () => {
  assert.equal((await app.call('GET', '/api/v1/projects', { as: admin })).status, 200);
  const { scope } = await app.addTeam('second');
  const { db } = app.context;
  await db
    .insertInto('team_memberships')
    .values({ team_id: scope.teamId, account_id: admin.id, role: 'user' })
    .execute();
  const unnamed = await app.call('GET', '/api/v1/projects', { as: admin });
  assert.equal(unnamed.status, 422);
  assert.equal(unnamed.body['code'], 'team_required');
  const named = await app.call('GET', '/api/v1/projects', { as: admin, team: 'second' });
  assert.equal(named.status, 200);
});
