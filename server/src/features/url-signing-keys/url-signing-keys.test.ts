import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAX_URL_SIGNING_KEYS } from '@kinora/contract/url-signing-keys';
import { sql } from 'kysely';
import { startTestApp, type Person, type TestApp } from '../../test-app.ts';
import { addTestOwner } from '../../test-owner.ts';

let app: TestApp;
let admin: Person;
let teamId: string;

before(async () => {
  app = await startTestApp();
  ({ admin, teamId } = await addTestOwner(app, 'siam'));
});
after(() => app.close());

const PATH = '/api/v1/url-signing-keys';
const create = async () => (await app.call('POST', PATH, { as: admin, body: {} })).body;
const list = async (query = '') => (await app.call('GET', `${PATH}${query}`, { as: admin })).body;

test('a key is made with a secret, which the list leaves out and which can be seen again', async () => {
  const made = await create();
  assert.match(String(made['keyId']), /^[A-Za-z0-9]{20}$/);
  assert.match(String(made['keySecret']), /^[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(made['domains'], []);
  const { data, total } = await list();
  assert.equal(total, 1);
  assert.deepEqual(Object.keys(data[0] ?? {}).toSorted(), ['createdAt', 'domains', 'id', 'keyId']);
  const shown = await app.call('GET', `${PATH}/${String(made['id'])}/secret`, { as: admin });
  assert.deepEqual(shown.body, { keySecret: made['keySecret'] });
});

test('the database holds the secret sealed, and for this key alone', async () => {
  const [one, other] = [await create(), await create()];
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed_secret as sealed from url_signing_keys where id = ${String(one['id'])}`.execute(
    app.context.db,
  );
  assert.equal(rows[0]?.sealed.includes(Buffer.from(String(one['keySecret']))), false);
  await sql`update url_signing_keys set sealed_secret = ${rows[0]?.sealed}
    where id = ${String(other['id'])}`.execute(app.context.db);
  const moved = await app.call('GET', `${PATH}/${String(other['id'])}/secret`, { as: admin });
  assert.equal(moved.status, 500);
});

test('keys are found by a part of their id, and counted', async () => {
  const made = await create();
  const part = String(made['keyId']).slice(4, 12).toUpperCase();
  const { data, total, lastPage } = await list(`?q=${part}&limit=1`);
  assert.deepEqual([data.map(({ id }) => id), total, lastPage], [[made['id']], 1, 1]);
  assert.equal((await list('?q=nothing-like-it')).total, 0);
});

test('a key that a channel uses can’t go, and the refusal names the channel', async () => {
  const key = await create();
  const { body: channel } = await app.call('POST', '/api/v1/playback-channels', {
    as: admin,
    body: { name: 'guarded' },
  });
  const keys = `/api/v1/playback-channels/${String(channel['id'])}/signed-url/url-signing-keys`;
  await app.call('POST', keys, { as: admin, body: { urlSigningKeyIds: [key['id']] } });
  const path = `${PATH}/${String(key['id'])}`;
  const refused = await app.call('DELETE', path, { as: admin });
  assert.equal(refused.status, 409);
  assert.equal(refused.body['code'], 'url-signing-key-in-use');
  const guarded = { id: channel['id'], name: 'guarded', needsKey: false };
  assert.deepEqual(refused.body['domains'], [guarded]);
  await app.call('DELETE', `${keys}/${String(key['id'])}`, { as: admin });
  assert.equal((await app.call('DELETE', path, { as: admin })).status, 204);
  assert.equal((await app.call('DELETE', path, { as: admin })).status, 404);
  assert.equal((await app.call('GET', `${path}/secret`, { as: admin })).status, 404);
});

test('a refusal and the list say which channels require signed URLs and have no other key', async () => {
  const [one, other] = [await create(), await create()];
  const ask = (method: 'POST' | 'PUT', path: string, body: object) =>
    app.call(method, `/api/v1/playback-channels${path}`, { as: admin, body });
  const channel = async (name: string, keys: unknown[], required: boolean) => {
    const id = String((await ask('POST', '', { name })).body['id']);
    await ask('POST', `/${id}/signed-url/url-signing-keys`, { urlSigningKeyIds: keys });
    await ask('PUT', `/${id}/signed-url`, { required });
    return id;
  };
  const keys = [one['id'], other['id']];
  const expected = [
    { id: await channel('alone', [one['id']], true), name: 'alone', needsKey: true },
    { id: await channel('Both', keys, true), name: 'Both', needsKey: false },
    { id: await channel('free', [one['id']], false), name: 'free', needsKey: false },
  ];
  const refused = await app.call('DELETE', `${PATH}/${String(one['id'])}`, { as: admin });
  assert.deepEqual(refused.body['domains'], expected);
  const { data } = await list(`?q=${String(one['keyId'])}`);
  assert.deepEqual(data[0]?.['domains'], expected);
});

test('a team has so many keys at most', async () => {
  await sql`insert into url_signing_keys (id, team_id, key_id, sealed_secret)
    select gen_random_uuid(), ${teamId}, 'filler' || n, '\\x00'
    from generate_series(1, ${MAX_URL_SIGNING_KEYS}) n`.execute(app.context.db);
  const refused = await app.call('POST', PATH, { as: admin, body: {} });
  assert.deepEqual([refused.status, refused.body['code']], [409, 'limit_reached']);
});
